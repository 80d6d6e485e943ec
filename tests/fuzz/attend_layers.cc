#include "tests/fuzz/attend_layers.h"

#include <utility>

#include "tests/fuzz/require.h"
#include "tests/support/random_layer.h"

namespace headwise::fuzz {
namespace {

using ::headwise::testing::MakeSpec;

LayerSpec SharedKvHeads() {
  LayerSpec spec = MakeSpec(8, 4, 2, 4);
  spec.causal = true;
  return spec;
}

LayerSpec RotaryByLength() {
  LayerSpec spec = MakeSpec(8, 4, 4, 4);
  spec.causal = true;
  spec.window = 3;
  spec.rope.dims = 4;
  spec.rope.scaling = RopeScaling::kDynamic;
  spec.rope.factor = 2;
  spec.rope.max_positions = 4;
  spec.qk_norm = {NormKind::kRms, NormScope::kHead, 1e-2};
  return spec;
}

LayerSpec CrossWithSinks() {
  LayerSpec spec = MakeSpec(8, 2, 1, 4);
  spec.cross = true;
  spec.key_d_model = 6;
  spec.value_d_model = 10;
  spec.sinks = true;
  return spec;
}

LayerSpec AlibiAndSoftcap() {
  LayerSpec spec = MakeSpec(8, 2, 2, 3);
  spec.output_projection = false;
  spec.output_bias = false;
  spec.d_out = 6;
  spec.alibi_slopes = {0.5f, 0.25f};
  spec.softcap = 5;
  return spec;
}

LayerSpec OneHeadWithBias() {
  LayerSpec spec = MakeSpec(6, 1, 1, 4);
  spec.relative_bias.buckets = 8;
  spec.relative_bias.max_distance = 16;
  spec.relative_bias.bidirectional = true;
  return spec;
}

LayerSpec LongRotaryAndClip() {
  LayerSpec spec = MakeSpec(8, 4, 2, 6);
  spec.causal = true;
  spec.clip_qkv = 2;
  spec.rope.dims = 4;
  spec.rope.interleaved = true;
  spec.rope.scaling = RopeScaling::kLongRope;
  spec.rope.original_max_positions = 4;
  spec.rope.short_factors = {1, 1.5};
  spec.rope.long_factors = {2, 4};
  spec.rope.attention_factor = 1.25;
  spec.qk_norm = {NormKind::kLayer, NormScope::kProjection, 1e-2};
  return spec;
}

}  // namespace

std::vector<LayerSpec> AttendSpecs() {
  return {SharedKvHeads(),   RotaryByLength(),  CrossWithSinks(),
          AlibiAndSoftcap(), OneHeadWithBias(), LongRotaryAndClip()};
}

AttendLayers::AttendLayers() {
  EngineOptions options;
  options.workers = 1;
  absl::StatusOr<std::unique_ptr<Engine>> engine = Engine::Create(options);
  Require(engine.ok(), "an engine", engine.status().message());
  engine_ = *std::move(engine);
  for (const LayerSpec& spec : AttendSpecs()) {
    testing::Random random(20);
    LayerWeights weights = testing::RandomWeights(random, spec);
    auto layer = AttentionLayer::Create(*engine_, spec, weights);
    Require(layer.ok(), "a layer", layer.status().message());
    layers_.push_back({std::move(weights), *std::move(layer)});
  }
}

}  // namespace headwise::fuzz
