// The part of ValidateRequest that looks at options.
#ifndef HEADWISE_ENGINE_ATTENTION_CHECK_OPTIONS_H_
#define HEADWISE_ENGINE_ATTENTION_CHECK_OPTIONS_H_

#include "absl/status/status.h"
#include "engine/attention/attention_request.h"

namespace headwise {

inline constexpr std::int64_t kMostPositions = std::int64_t{1} << 24;
inline constexpr std::size_t kMostMasks = 8;

// Lengths, positions, masks, form and gates of a request whose inputs are checked.
// INVALID_ARGUMENT names the field, what was expected and what came.
absl::Status CheckOptions(const LayerSpec& layer, const AttentionRequest& request);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_CHECK_OPTIONS_H_
