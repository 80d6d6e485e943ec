#include "client/command/table.h"

#include <algorithm>
#include <utility>

namespace headwise {
namespace {

constexpr char kGap[] = "   ";

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

void StripTrailingBlanks(std::string* line) { line->erase(line->find_last_not_of(' ') + 1); }

}  // namespace

std::size_t DisplayWidth(absl::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
  }));
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (const Column& column : columns_) widths_.push_back(DisplayWidth(column.title));
}

void Table::AddRow(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::replace_if(cells[i].begin(), cells[i].end(), IsControl, '?');
    widths_[i] = std::max(widths_[i], DisplayWidth(cells[i]));
  }
  rows_.push_back(std::move(cells));
}

std::string Table::Line(const std::vector<std::string>& cells) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += kGap;
    const std::string padding(widths_[i] - DisplayWidth(cells[i]), ' ');
    line += columns_[i].align == Align::kRight ? padding + cells[i] : cells[i] + padding;
  }
  StripTrailingBlanks(&line);
  return line;
}

std::string Table::Render(bool bold) const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::string text = Line(titles);
  if (!text.empty()) text = bold ? "\033[1m" + text + "\033[0m\n" : text + "\n";
  for (const auto& row : rows_) text += Line(row) + "\n";
  return text;
}

}  // namespace headwise
