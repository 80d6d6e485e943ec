// The comparison on this machine, with the engine and random weights.
#ifndef HEADWISE_CLIENT_COMMAND_LOCAL_COMPARISON_H_
#define HEADWISE_CLIENT_COMMAND_LOCAL_COMPARISON_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "client/command/comparison.h"

namespace headwise {

class Progress;

struct LocalComparisonOptions {
  std::int64_t tokens = 512;
  std::int64_t d_model = 512;
  std::vector<std::int64_t> heads = {1, 2, 4, 8, 16};
  bool causal = true;
  int runs = 9;
  int workers = 0;  // as EngineOptions
  std::uint64_t seed = 1;
};

// Makes one set of D x D matrices, cuts it into each number of heads, and runs each cut head by
// head and fused, in turn. Usage errors name the flag; else the engine's. Throws std::bad_alloc
// when memory is short.
absl::StatusOr<Comparison> CompareLocally(const LocalComparisonOptions& options,
                                          Progress* progress);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_LOCAL_COMPARISON_H_
