// Parsers of flag values. INVALID_ARGUMENT says what was expected and what came.
#ifndef HEADWISE_SERVER_OPTIONS_FLAG_VALUES_H_
#define HEADWISE_SERVER_OPTIONS_FLAG_VALUES_H_

#include <cstdint>
#include <initializer_list>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/options/options.h"

namespace headwise {

// "expected <what>, got "<text>""
absl::Status UnexpectedValue(absl::string_view expected, absl::string_view text);

// "1024"; from `least` to `most`.
absl::StatusOr<std::int64_t> ParseWhole(absl::string_view text, std::int64_t least,
                                        std::int64_t most);
// "1048576", "512KiB", "64MiB" or "2GiB"; from `least` to `most` bytes.
absl::StatusOr<std::int64_t> ParseByteCount(absl::string_view text, std::int64_t least,
                                            std::int64_t most);
// "1.5s", "200ms", "2m", or "inf" where that is allowed; not negative.
absl::StatusOr<absl::Duration> ParseNonNegativeDuration(absl::string_view text, bool may_be_inf);
// "true", "false", "1", "0", "yes", "no", "on" or "off".
absl::StatusOr<bool> ParseSwitch(absl::string_view text);
// "NAME=DIR"; a name is 1 to 64 of A-Z a-z 0-9 . _ - and starts with no dot.
absl::StatusOr<ModelFlag> ParseModelFlag(absl::string_view text);
// The rule for NAME above; clients' names are held to it too.
bool IsModelName(absl::string_view name);

// One of the given words.
template <typename T>
absl::StatusOr<T> ParseChoice(absl::string_view text,
                              std::initializer_list<std::pair<absl::string_view, T>> choices) {
  for (const auto& [word, value] : choices) {
    if (text == word) return value;
  }
  return UnexpectedValue(absl::StrJoin(choices, "|",
                                       [](std::string* out, const auto& choice) {
                                         out->append(choice.first.data(), choice.first.size());
                                       }),
                         text);
}

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_FLAG_VALUES_H_
