#include "client/command/lists.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/command/exit_code.h"

namespace headwise {
namespace {

constexpr std::size_t kMostNumbers = 1000000;

absl::Status Expected(absl::string_view flag, absl::string_view what, absl::string_view came) {
  return UsageError(absl::StrCat(flag, ": expected ", what, ", got '", came, "'"));
}

bool ParseIndex(absl::string_view text, std::int64_t* value) {
  return absl::SimpleAtoi(text, value) && *value >= 0;
}

// "3" or "2-4"
bool ParseRange(absl::string_view text, std::int64_t* first, std::int64_t* last) {
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(text, absl::MaxSplits('-', 1));
  if (!ParseIndex(ends.first, first)) return false;
  if (ends.first.size() == text.size()) {
    *last = *first;
    return true;
  }
  return ParseIndex(ends.second, last) && *first <= *last;
}

}  // namespace

absl::StatusOr<std::vector<std::int64_t>> ParseNumbers(absl::string_view flag,
                                                       absl::string_view text) {
  std::vector<std::int64_t> numbers;
  for (absl::string_view part : absl::StrSplit(text, ',')) {
    std::int64_t first = 0;
    std::int64_t last = 0;
    if (!ParseRange(part, &first, &last)) {
      return Expected(flag, "numbers from 0 and ranges such as 0,2-4", text);
    }
    if (last - first >= static_cast<std::int64_t>(kMostNumbers - numbers.size())) {
      return Expected(flag, absl::StrCat("at most ", kMostNumbers, " numbers"), text);
    }
    // Counted, as last may be the largest number there is.
    for (std::int64_t i = 0; i <= last - first; ++i) numbers.push_back(first + i);
  }
  return numbers;
}

absl::StatusOr<std::vector<std::int64_t>> ParseIndexes(absl::string_view flag,
                                                       absl::string_view text) {
  auto indexes = ParseNumbers(flag, text);
  if (!indexes.ok()) return indexes;
  std::set<std::int64_t> seen;
  for (const std::int64_t i : *indexes) {
    if (!seen.insert(i).second) {
      return UsageError(absl::StrCat(flag, ": expected each number once, got ", i, " twice"));
    }
  }
  return indexes;
}

absl::StatusOr<v1::HeadSelection> ParseHeads(absl::string_view flag, absl::string_view text) {
  v1::HeadSelection selection;
  if (text == "all") {
    selection.set_all(true);
    return selection;
  }
  const auto indexes = ParseIndexes(flag, text);
  if (!indexes.ok()) return indexes.status();
  for (std::int64_t head : *indexes) {
    if (head > std::numeric_limits<std::int32_t>::max()) {
      return Expected(flag, "heads", text);
    }
    selection.add_heads(static_cast<std::int32_t>(head));
  }
  return selection;
}

absl::StatusOr<std::vector<std::int64_t>> ParseIntegers(absl::string_view flag,
                                                        absl::string_view text,
                                                        std::int64_t least) {
  std::vector<std::int64_t> values;
  for (absl::string_view part : absl::StrSplit(text, ',')) {
    std::int64_t value = 0;
    if (!absl::SimpleAtoi(part, &value) || value < least) {
      return Expected(flag, absl::StrCat("whole numbers from ", least, " such as 17,9"), text);
    }
    values.push_back(value);
  }
  return values;
}

absl::StatusOr<std::vector<float>> ParseFloats(absl::string_view flag, absl::string_view text) {
  std::vector<float> values;
  for (absl::string_view part : absl::StrSplit(text, ',')) {
    float value = 0;
    if (!absl::SimpleAtof(part, &value) || !std::isfinite(value)) {
      return Expected(flag, "finite numbers such as 1,0,0.5", text);
    }
    values.push_back(value);
  }
  return values;
}

}  // namespace headwise
