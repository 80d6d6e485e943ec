// Checks text from files before a parser sees it.
#ifndef HEADWISE_ENGINE_CHECKPOINT_UTF8_H_
#define HEADWISE_ENGINE_CHECKPOINT_UTF8_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace headwise {

// Index of the first byte that is not part of well-formed UTF-8 (RFC 3629: no overlong forms, no
// surrogates, at most U+10FFFF), -1 if there is none. A zero byte counts as malformed, for
// parsers take it for the end of the text. Thread-safe.
std::int64_t FirstBadUtf8(absl::string_view text);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_UTF8_H_
