// Applies a section's rules: what config.json says of how a layer computes.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_RULES_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_RULES_H_

#include "absl/status/status.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/layer_locator.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Sets scale, causal, window, softcap, clip_qkv, ALiBi slopes, norms, rotary embedding and relative
// bias of `spec`, whose sizes are known. `config` holds the section's fields.
// INVALID_ARGUMENT naming a field that is wrong, or norms that are missing or not expected;
// UNIMPLEMENTED for an option that is not supported. Thread-safe.
absl::Status ApplyRules(const ArchitectureRow& row, const Section& section, const Config& config,
                        const LocatedLayer& layer, LayerSpec& spec);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_RULES_H_
