// Answers as safetensors files.
#ifndef HEADWISE_CLIENT_COMMAND_ANSWER_FILE_H_
#define HEADWISE_CLIENT_COMMAND_ANSWER_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Writes the answer's tensors under the names of AnswerTensors, and "statistics", F32
// [B,heads,5] with the columns that the metadata names. The metadata also tells the model and
// each tensor's heads and rows. Errors have kExitCannotCreate, and nothing is left behind.
// Thread-safe.
absl::Status WriteAnswer(const v1::AttendResponse& response, const std::string& path);
absl::Status WriteAnswer(const v1::AttendCoreResponse& response, const std::string& path);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ANSWER_FILE_H_
