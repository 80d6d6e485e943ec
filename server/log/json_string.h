// Any bytes as a JSON string.
#ifndef HEADWISE_SERVER_LOG_JSON_STRING_H_
#define HEADWISE_SERVER_LOG_JSON_STRING_H_

#include <string>

#include "absl/strings/string_view.h"

namespace headwise {

// Appends `text` in quotes: valid JSON whatever `text` holds, on one line by anybody's notion of
// a line. Control characters and line separators are escaped, and every byte that belongs to no
// valid UTF-8 sequence becomes U+FFFD; other text stays readable.
void AppendJsonString(absl::string_view text, std::string& out);

}  // namespace headwise

#endif  // HEADWISE_SERVER_LOG_JSON_STRING_H_
