#include "engine/checkpoint/name_pattern.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace headwise {
namespace {

constexpr absl::string_view kLayer = "{i}";
constexpr absl::string_view kHead = "{h}";
constexpr std::size_t kMaxDigits = 9;

std::optional<std::int64_t> ConsumeNumber(absl::string_view* text) {
  std::size_t digits = 0;
  std::int64_t number = 0;
  while (digits < text->size() && absl::ascii_isdigit((*text)[digits])) {
    if (digits == kMaxDigits) return std::nullopt;
    number = 10 * number + ((*text)[digits++] - '0');
  }
  if (digits == 0 || (digits > 1 && (*text)[0] == '0')) return std::nullopt;
  text->remove_prefix(digits);
  return number;
}

}  // namespace

std::string FillName(absl::string_view pattern, NameNumbers numbers) {
  return absl::StrReplaceAll(
      pattern, {{kLayer, absl::StrCat(numbers.layer)}, {kHead, absl::StrCat(numbers.head)}});
}

std::optional<NameNumbers> MatchName(absl::string_view pattern, absl::string_view name) {
  NameNumbers numbers;
  while (!pattern.empty()) {
    const bool is_layer = absl::ConsumePrefix(&pattern, kLayer);
    if (is_layer || absl::ConsumePrefix(&pattern, kHead)) {
      const std::optional<std::int64_t> number = ConsumeNumber(&name);
      if (!number.has_value()) return std::nullopt;
      (is_layer ? numbers.layer : numbers.head) = *number;
      continue;
    }
    if (name.empty() || name[0] != pattern[0]) return std::nullopt;
    name.remove_prefix(1);
    pattern.remove_prefix(1);
  }
  if (!name.empty()) return std::nullopt;
  return numbers;
}

std::string JoinName(absl::string_view a, absl::string_view b) {
  if (a.empty() || b.empty()) return absl::StrCat(a, b);
  return absl::StrCat(a, ".", b);
}

}  // namespace headwise
