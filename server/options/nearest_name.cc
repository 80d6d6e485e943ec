#include "server/options/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "server/options/flag_table.h"

namespace headwise {
namespace {

constexpr std::size_t kLongest = 64;  // no flag's name is longer

// Levenshtein's, row by row.
std::size_t Distance(absl::string_view a, absl::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

absl::string_view NearestFlagName(absl::string_view wrong) {
  if (wrong.empty() || wrong.size() > kLongest) return "";
  const std::string name = absl::AsciiStrToLower(absl::StrReplaceAll(wrong, {{"_", "-"}}));
  absl::string_view nearest;
  std::size_t least = 1 + std::max<std::size_t>(1, name.size() / 3);
  for (const Flag& flag : FlagTable()) {
    const std::size_t distance = Distance(name, flag.name);
    if (distance < least) {
      least = distance;
      nearest = flag.name;
    }
  }
  return nearest;
}

}  // namespace headwise
