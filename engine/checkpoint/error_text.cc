#include "engine/checkpoint/error_text.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace headwise {
namespace {

constexpr std::size_t kMaxNameBytes = 120;
constexpr std::size_t kMaxDims = 8;

}  // namespace

std::string Printable(absl::string_view name) {
  std::string text = absl::CHexEscape(name.substr(0, kMaxNameBytes));
  if (name.size() > kMaxNameBytes) text += "...";
  return text;
}

std::string ListSome(absl::Span<const std::string> items, std::size_t limit) {
  if (items.empty()) return "nothing";
  std::vector<std::string> shown;
  for (const std::string& item : items.subspan(0, limit)) shown.push_back(Printable(item));
  std::string text = absl::StrJoin(shown, ", ");
  if (items.size() > limit) absl::StrAppend(&text, " and ", items.size() - limit, " more");
  return text;
}

std::string FormatDims(absl::Span<const std::int64_t> dims) {
  const auto shown = dims.subspan(0, std::min(dims.size(), kMaxDims));
  return absl::StrCat("[", absl::StrJoin(shown, ","), shown.size() < dims.size() ? ",...]" : "]");
}

std::string FileName(absl::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == absl::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace headwise
