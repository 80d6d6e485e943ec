// Inputs whose rows are tokens.
#ifndef HEADWISE_CLIENT_COMMAND_ROWS_INPUT_H_
#define HEADWISE_CLIENT_COMMAND_ROWS_INPUT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "headwise/v1/tensor.pb.h"

namespace headwise {

// LoadInput as a message. INVALID_ARGUMENT unless it is [T,D] or [B,T,D]. Thread-safe, as all of
// this file.
absl::StatusOr<v1::Tensor> LoadRows(absl::string_view flag, const std::string& text);

// LoadInput as a message. INVALID_ARGUMENT unless it is [B,H,T,hd]; [H,T,hd] becomes [1,H,T,hd].
absl::StatusOr<v1::Tensor> LoadHeadRows(absl::string_view flag, const std::string& text);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ROWS_INPUT_H_
