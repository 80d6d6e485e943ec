// Answers as safetensors files.
#ifndef HEADWISE_CLIENT_COMMAND_ANSWER_FILE_H_
#define HEADWISE_CLIENT_COMMAND_ANSWER_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Writes the answer's tensors as context, head_context, log_sum_exp and probabilities, with the
// model, heads and rows as metadata. Errors have kExitCannotCreate, and nothing is left behind.
// Thread-safe.
absl::Status WriteAnswer(const v1::AttendResponse& response, const std::string& path);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ANSWER_FILE_H_
