// The tensors of an answer, whichever call it answers.
#ifndef HEADWISE_CLIENT_COMMAND_ANSWER_TENSORS_H_
#define HEADWISE_CLIENT_COMMAND_ANSWER_TENSORS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "headwise/v1/attention.pb.h"

namespace headwise {

// Borrows the answer's tensor.
struct AnswerTensor {
  std::string name;  // "probabilities"
  const v1::Tensor* tensor = nullptr;
  // Of the second and third dimension, if an answer tells them.
  std::vector<std::int64_t> heads;
  std::vector<std::int64_t> rows;
};

// Those that are there: context, head_context, contributions, log_sum_exp, probabilities, scores,
// top_keys and top_weights. Thread-safe.
std::vector<AnswerTensor> AnswerTensors(const v1::AttendResponse& response);
std::vector<AnswerTensor> AnswerTensors(const v1::AttendCoreResponse& response);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ANSWER_TENSORS_H_
