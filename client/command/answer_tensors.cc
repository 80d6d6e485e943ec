#include "client/command/answer_tensors.h"

namespace headwise {
namespace {

using Tensors = std::vector<AnswerTensor>;

template <typename Numbers>
std::vector<std::int64_t> ListOf(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}

void AddHeads(const char* name, const v1::HeadTensor& heads, Tensors* tensors) {
  tensors->push_back({name, &heads.tensor(), ListOf(heads.heads()), {}});
}

void AddMap(const char* name, const v1::MapTensor& map, Tensors* tensors) {
  tensors->push_back({name, &map.tensor(), ListOf(map.heads()), ListOf(map.rows())});
}

// What both kinds of answers have besides the context.
template <typename Response>
void AddQuestions(const Response& response, Tensors* tensors) {
  if (response.has_log_sum_exp()) {
    tensors->push_back({"log_sum_exp", &response.log_sum_exp(), {}, {}});
  }
  if (response.has_probabilities()) {
    AddMap("probabilities", response.probabilities(), tensors);
  }
  if (response.has_scores()) AddMap("scores", response.scores(), tensors);
  if (!response.has_top_keys()) return;
  const v1::TopKeys& top = response.top_keys();
  tensors->push_back({"top_keys", &top.keys(), ListOf(top.heads()), ListOf(top.rows())});
  tensors->push_back({"top_weights", &top.weights(), ListOf(top.heads()), ListOf(top.rows())});
}

}  // namespace

std::vector<AnswerTensor> AnswerTensors(const v1::AttendResponse& response) {
  Tensors tensors;
  if (response.has_context()) tensors.push_back({"context", &response.context(), {}, {}});
  if (response.has_head_context()) AddHeads("head_context", response.head_context(), &tensors);
  if (response.has_contributions()) AddHeads("contributions", response.contributions(), &tensors);
  AddQuestions(response, &tensors);
  return tensors;
}

std::vector<AnswerTensor> AnswerTensors(const v1::AttendCoreResponse& response) {
  Tensors tensors;
  if (response.has_context()) tensors.push_back({"context", &response.context(), {}, {}});
  AddQuestions(response, &tensors);
  return tensors;
}

}  // namespace headwise
