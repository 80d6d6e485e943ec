// Random layers with every option, and random requests to them.
#ifndef HEADWISE_TESTS_SUPPORT_RANDOM_CASE_H_
#define HEADWISE_TESTS_SUPPORT_RANDOM_CASE_H_

#include <cstdint>
#include <deque>

#include "engine/attention/attention_request.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/tensor/tensor.h"
#include "tests/support/random_layer.h"

namespace headwise::testing {

std::int64_t Pick(Random& random, std::int64_t low, std::int64_t high);
// True once in `n` times.
bool OneIn(Random& random, std::int64_t n);

// Any combination of options that a layer can have; sometimes one without projections.
LayerSpec PickSpec(Random& random);

// A request and the tensors that it borrows. Rows that must not be read hold NaN.
struct RandomRequest {
  AttentionRequest request;
  std::deque<Tensor> tensors;
};

// Asks for all that `spec` can give.
void PickRequest(Random& random, const LayerSpec& spec, RandomRequest& to);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SUPPORT_RANDOM_CASE_H_
