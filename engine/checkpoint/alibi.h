// Slopes of attention with linear biases (Press et al., 2021, arXiv:2108.12409).
#ifndef HEADWISE_ENGINE_CHECKPOINT_ALIBI_H_
#define HEADWISE_ENGINE_CHECKPOINT_ALIBI_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/rules.h"

namespace headwise {

// One slope a head, empty for AlibiSlopes::kNone. Thread-safe, as all of these.
std::vector<double> MakeAlibiSlopes(AlibiSlopes kind, std::int64_t heads, double max_exponent);

// What the rule says for this config.json, as LayerSpec::alibi_slopes holds it. INVALID_ARGUMENT
// naming a field that is wrong.
absl::StatusOr<std::vector<float>> ReadAlibi(const AlibiRule& rule, const Config& config,
                                             std::int64_t heads, std::int64_t head_dim);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ALIBI_H_
