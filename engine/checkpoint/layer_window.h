// Which keys a layer's queries see by its window.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_WINDOW_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_WINDOW_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/rules.h"

namespace headwise {

// Length of layer `index`'s window; 0 if it sees all keys. INVALID_ARGUMENT naming the field for a
// length below 1 or that is missing for a layer that layer_types calls sliding, and for a list
// without this layer; UNIMPLEMENTED for another kind of layer in the list. Thread-safe.
absl::StatusOr<std::int64_t> ReadWindow(const WindowRule& rule, const Config& config,
                                        std::int64_t index);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_WINDOW_H_
