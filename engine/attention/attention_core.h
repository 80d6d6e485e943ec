// Attention alone: queries, keys and values in, head contexts and log-sum-exp out.
#ifndef HEADWISE_ENGINE_ATTENTION_ATTENTION_CORE_H_
#define HEADWISE_ENGINE_ATTENTION_ATTENTION_CORE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// What a checkpoint tells of a layer, told by the caller instead.
struct CoreOptions {
  std::int64_t heads = 0;           // H
  std::int64_t kv_heads = 0;        // KV, a divisor of H
  std::int64_t head_dim = 0;        // hd
  std::int64_t value_dim = 0;       // hv; 0: hd
  std::optional<double> scale;      // default hd^-0.5
  bool causal = false;              // bottom-right aligned
  std::int64_t window = 0;          // 0: none
  double softcap = 0;               // 0: none
  std::vector<float> alibi_slopes;  // [H] or empty
  std::vector<float> sinks;         // [H] or empty
};

// The layer that these options describe: no projections, no norms, no rotary embedding. Its
// requests bring queries, keys and values (AttentionRequest) and ask for head contexts.
// INVALID_ARGUMENT names the field under its name in AttendCoreRequest.
absl::StatusOr<LayerSpec> CoreSpec(const CoreOptions& options);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ATTENTION_CORE_H_
