// Text as characters.
#ifndef HEADWISE_CLIENT_PICTURE_UTF8_TEXT_H_
#define HEADWISE_CLIENT_PICTURE_UTF8_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace headwise {

// The code points of UTF-8 text. A byte that is no part of one is U+FFFD. Thread-safe, as all of
// this file.
std::u32string CharactersOf(absl::string_view text);

// The text cut into its characters, which keep their bytes: "a\u00fc" is {"a", "\u00fc"}.
std::vector<std::string> SplitCharacters(absl::string_view text);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_UTF8_TEXT_H_
