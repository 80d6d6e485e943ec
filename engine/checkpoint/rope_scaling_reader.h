// Reads how rotary frequencies are scaled.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ROPE_SCALING_READER_H_
#define HEADWISE_ENGINE_CHECKPOINT_ROPE_SCALING_READER_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/rope_spec.h"
#include "engine/checkpoint/rules.h"

namespace headwise {

// Fills the scaling of `rope`, whose dims and base are known, from `scaling`: the object
// rope_scaling, or rope_parameters, of `config`. `absent_type` is meant without a type in it; if
// empty, the type must be there. Errors of ReadRope. Thread-safe.
absl::Status ReadRopeScaling(const RopeRule& rule, absl::string_view absent_type,
                             const Config& config, const Config& scaling, RopeSpec& rope);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ROPE_SCALING_READER_H_
