// What is written beside a map for each token.
#ifndef HEADWISE_CLIENT_COMMAND_TOKEN_LABELS_H_
#define HEADWISE_CLIENT_COMMAND_TOKEN_LABELS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

// The lines of a file, one for each of `tokens`. Errors start with --tokens. Thread-safe, as all
// of this file.
absl::StatusOr<std::vector<std::string>> ReadTokenLabels(const std::string& path,
                                                         std::int64_t tokens);

// `text` cut into one character, or one byte, for each of `tokens`. Usage errors start with
// --text.
absl::StatusOr<std::vector<std::string>> CutTokenLabels(absl::string_view text,
                                                        std::int64_t tokens);

// The token with signs for blanks at its ends and for control characters, so that they can be
// seen; a tokenizer's own signs for a space become the same one.
std::string VisibleToken(absl::string_view token);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_TOKEN_LABELS_H_
