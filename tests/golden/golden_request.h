// What a golden case asks, in the engine's words.
#ifndef HEADWISE_TESTS_GOLDEN_GOLDEN_REQUEST_H_
#define HEADWISE_TESTS_GOLDEN_GOLDEN_REQUEST_H_

#include <cstdint>
#include <deque>

#include "absl/status/statusor.h"
#include "engine/attention/attention_request.h"
#include "tests/golden/golden_case.h"

namespace headwise::testing {

// A request that borrows tensors of its case, and masks that had to be made for it.
struct GoldenRequest {
  AttentionRequest request;
  std::deque<Tensor> masks;
};

// Asks for y, z, probs and lse of all heads. Masks come in PyTorch's shapes in some cases and are
// given four dimensions here.
absl::StatusOr<GoldenRequest> MakeGoldenRequest(const GoldenCase& golden, std::int64_t heads,
                                                bool layer_has_relative_bias);

// Options of the bare core for a qkv case.
CoreOptions CoreOptionsOf(const GoldenCase& golden);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_GOLDEN_GOLDEN_REQUEST_H_
