// The command's words for the enumerations of the messages.
#ifndef HEADWISE_CLIENT_COMMAND_NAMES_H_
#define HEADWISE_CLIENT_COMMAND_NAMES_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "headwise/v1/attention.pb.h"
#include "headwise/v1/model.pb.h"
#include "headwise/v1/tensor.pb.h"

namespace headwise {

// "F32"; "unknown" for a number without a name. Thread-safe, as all of this file.
std::string DataTypeText(v1::DataType dtype);
std::string WeightStorageText(v1::WeightStorage storage);
// "fused", "stacked", "single_head"
std::string FormText(v1::Form form);
// "loading", "ready"
std::string ModelStateText(v1::ModelState state);

// The inverses, for values of `flag`; any case. Errors are usage errors that list the values.
absl::StatusOr<v1::DataType> ParseDataType(absl::string_view flag, absl::string_view text);
absl::StatusOr<v1::Form> ParseForm(absl::string_view flag, absl::string_view text);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_NAMES_H_
