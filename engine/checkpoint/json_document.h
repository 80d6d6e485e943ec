// Reads JSON files as Python's json module writes them.
#ifndef HEADWISE_ENGINE_CHECKPOINT_JSON_DOCUMENT_H_
#define HEADWISE_ENGINE_CHECKPOINT_JSON_DOCUMENT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"

namespace headwise {

// Parses one object. The tokens NaN, Infinity and -Infinity, which JSON does not know, are kept
// as values that IsNonFinite tells apart. INVALID_ARGUMENT (starting with `file_name`) for text
// that is not UTF-8 or not JSON, is nested deeper than 64, has a key twice in one object, or is
// not an object. Thread-safe.
absl::StatusOr<nlohmann::json> ParseJsonObject(absl::string_view text, absl::string_view file_name);

// True for one of the three tokens.
bool IsNonFinite(const nlohmann::json& value);

// The value as it stands in the file, cut to 40 characters; for error texts.
std::string DescribeJson(const nlohmann::json& value);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_JSON_DOCUMENT_H_
