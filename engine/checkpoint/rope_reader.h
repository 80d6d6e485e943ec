// Reads a layer's rotary position embedding from config.json.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ROPE_READER_H_
#define HEADWISE_ENGINE_CHECKPOINT_ROPE_READER_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/rope_spec.h"
#include "engine/checkpoint/rules.h"

namespace headwise {

// `sliding` tells that the layer sees a window. INVALID_ARGUMENT naming the field for a number that
// is missing or out of range, UNIMPLEMENTED naming a kind of scaling that is not known.
// Thread-safe.
absl::StatusOr<RopeSpec> ReadRope(const RopeRule& rule, const Config& config, std::int64_t head_dim,
                                  bool sliding);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ROPE_READER_H_
