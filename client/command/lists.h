// Lists of numbers on the command line.
#ifndef HEADWISE_CLIENT_COMMAND_LISTS_H_
#define HEADWISE_CLIENT_COMMAND_LISTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// `flag` names the option in errors, which are usage errors. Thread-safe, as all of this file.

// Heads or rows, with ranges: "0,2-4" is 0, 2, 3, 4. Each at least 0 and named once, at most
// a million.
absl::StatusOr<std::vector<std::int64_t>> ParseIndexes(absl::string_view flag,
                                                       absl::string_view text);

// The same, but each as often as it is named: "0-2,0-2".
absl::StatusOr<std::vector<std::int64_t>> ParseNumbers(absl::string_view flag,
                                                       absl::string_view text);

// "all", or indexes of heads.
absl::StatusOr<v1::HeadSelection> ParseHeads(absl::string_view flag, absl::string_view text);

// Whole numbers that are at least `least`, in the order given: "17,9".
absl::StatusOr<std::vector<std::int64_t>> ParseIntegers(absl::string_view flag,
                                                        absl::string_view text, std::int64_t least);

// Finite numbers: "1,0,0.5".
absl::StatusOr<std::vector<float>> ParseFloats(absl::string_view flag, absl::string_view text);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_LISTS_H_
