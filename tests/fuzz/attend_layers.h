// Small layers that together have every rule of attention.
#ifndef HEADWISE_TESTS_FUZZ_ATTEND_LAYERS_H_
#define HEADWISE_TESTS_FUZZ_ATTEND_LAYERS_H_

#include <memory>
#include <vector>

#include "engine/attention/attention_layer.h"
#include "engine/attention/engine.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise::fuzz {

// Shared kv heads; rotary embedding by length with norms and a window; cross-attention with sinks;
// ALiBi and softcap without output projection; one head with a relative bias; long rotary
// embedding with a norm over all heads and clipped projections.
std::vector<LayerSpec> AttendSpecs();

struct AttendLayer {
  LayerWeights weights;
  std::unique_ptr<AttentionLayer> layer;
};

// The layers, always with the same weights, and the engine that they run on: one worker. Made once
// and never destroyed. For one thread.
class AttendLayers {
 public:
  AttendLayers();

  Engine& engine() { return *engine_; }
  std::size_t size() const { return layers_.size(); }
  AttendLayer& operator[](std::size_t i) { return layers_[i]; }

 private:
  std::unique_ptr<Engine> engine_;
  std::vector<AttendLayer> layers_;
};

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_ATTEND_LAYERS_H_
