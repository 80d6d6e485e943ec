#include "client/picture/heading.h"

#include <utility>

#include "client/picture/spacing.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

constexpr TextStyle kTitle{kTitleScale, kInk};
constexpr TextStyle kNote{kTextScale, kFaint};

int HeightOf(const std::vector<std::string>& lines, int scale) {
  return static_cast<int>(lines.size()) * LineHeight(scale);
}

}  // namespace

Heading::Heading(const std::string& title, const std::vector<std::string>& notes, int width)
    : title_(WrapText(title, width, kTitleScale)) {
  for (const std::string& note : notes) {
    for (std::string& line : WrapText(note, width, kTextScale)) notes_.push_back(std::move(line));
  }
}

int Heading::height() const {
  return HeightOf(title_, kTitleScale) + (notes_.empty() ? 0 : kGap) + HeightOf(notes_, kTextScale);
}

void Heading::Draw(int x, int y, Canvas* canvas) const {
  for (const std::string& line : title_) {
    DrawText(line, x, y, kTitle, canvas);
    y += LineHeight(kTitleScale);
  }
  y += kGap;
  for (const std::string& line : notes_) {
    DrawText(line, x, y, kNote, canvas);
    y += LineHeight(kTextScale);
  }
}

}  // namespace headwise
