#include "server/options/flag_values.h"

#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace headwise {
namespace {

constexpr std::size_t kShown = 100;  // characters of a bad value that an error repeats
constexpr std::size_t kLongestName = 64;

bool IsWhole(absl::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == absl::string_view::npos;
}

std::int64_t ConsumeUnit(absl::string_view* text) {
  if (absl::ConsumeSuffix(text, "KiB")) return std::int64_t{1} << 10;
  if (absl::ConsumeSuffix(text, "MiB")) return std::int64_t{1} << 20;
  if (absl::ConsumeSuffix(text, "GiB")) return std::int64_t{1} << 30;
  return 1;
}

}  // namespace

absl::Status UnexpectedValue(absl::string_view expected, absl::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("expected ", expected, ", got \"", absl::CEscape(text.substr(0, kShown)), "\""));
}

absl::StatusOr<std::int64_t> ParseWhole(absl::string_view text, std::int64_t least,
                                        std::int64_t most) {
  std::int64_t value = 0;
  if (!IsWhole(text) || !absl::SimpleAtoi(text, &value) || value < least || value > most) {
    return UnexpectedValue(absl::StrCat("a whole number from ", least, " to ", most), text);
  }
  return value;
}

absl::StatusOr<std::int64_t> ParseByteCount(absl::string_view text, std::int64_t least,
                                            std::int64_t most) {
  absl::string_view digits = text;
  const std::int64_t unit = ConsumeUnit(&digits);
  std::int64_t value = 0;
  if (!IsWhole(digits) || !absl::SimpleAtoi(digits, &value) || value > most / unit ||
      value * unit < least) {
    return UnexpectedValue(
        absl::StrCat("a number of bytes (or of KiB, MiB, GiB) from ", least, " to ", most), text);
  }
  return value * unit;
}

absl::StatusOr<absl::Duration> ParseNonNegativeDuration(absl::string_view text, bool may_be_inf) {
  // Clocks count nanoseconds in 64 bits; whoever means longer means forever.
  const absl::Duration longest = absl::Hours(24 * 365);
  absl::Duration value;
  const bool is_duration = absl::ParseDuration(text, &value) && value >= absl::ZeroDuration();
  const bool is_inf = value == absl::InfiniteDuration();
  if (is_duration && (is_inf ? may_be_inf : value <= longest)) return value;
  return UnexpectedValue(may_be_inf ? "a duration such as 500ms, 30s, 5m (up to 8760h) or inf"
                                    : "a duration such as 500ms, 30s or 5m, up to 8760h",
                         text);
}

absl::StatusOr<bool> ParseSwitch(absl::string_view text) {
  const std::string word = absl::AsciiStrToLower(text);
  if (word == "true" || word == "1" || word == "yes" || word == "on") return true;
  if (word == "false" || word == "0" || word == "no" || word == "off") return false;
  return UnexpectedValue("true or false", text);
}

bool IsModelName(absl::string_view name) {
  if (name.empty() || name.size() > kLongestName || name[0] == '.') return false;
  for (const char c : name) {
    if (!absl::ascii_isalnum(c) && c != '.' && c != '_' && c != '-') return false;
  }
  return true;
}

absl::StatusOr<ModelFlag> ParseModelFlag(absl::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == absl::string_view::npos || equals + 1 == text.size() ||
      !IsModelName(text.substr(0, equals))) {
    return UnexpectedValue(
        "NAME=DIR with a name of 1 to 64 of A-Z a-z 0-9 . _ - that starts with no dot", text);
  }
  return ModelFlag{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

}  // namespace headwise
