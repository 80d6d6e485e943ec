#include "engine/attention/weights_digest.h"

#include <cstdint>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cinttypes>
#include <cstdio>

namespace headwise {

struct WeightsDigest::State {
  XXH3_state_t hash;
};

WeightsDigest::WeightsDigest() : state_(std::make_unique<State>()) {
  XXH3_64bits_reset(&state_->hash);
}

WeightsDigest::~WeightsDigest() = default;

void WeightsDigest::Add(const LayerSpec& spec, const LayerWeights& weights) {
  AddSizes(spec);
  AddRules(spec);
  for (const std::vector<float>* numbers :
       {&weights.query, &weights.key, &weights.value, &weights.output, &weights.query_bias,
        &weights.key_bias, &weights.value_bias, &weights.output_bias, &weights.query_norm,
        &weights.key_norm, &weights.query_norm_bias, &weights.key_norm_bias, &weights.sinks,
        &weights.relative_bias, &spec.alibi_slopes}) {
    AddNumbers(*numbers);
  }
}

void WeightsDigest::AddSizes(const LayerSpec& spec) {
  const std::int64_t sizes[] = {spec.d_model,
                                spec.key_input_width(),
                                spec.value_input_width(),
                                spec.heads,
                                spec.kv_heads,
                                spec.head_dim,
                                spec.value_head_dim(),
                                spec.d_out,
                                spec.causal,
                                spec.cross,
                                spec.input_bias,
                                spec.output_projection,
                                spec.output_bias,
                                spec.window,
                                spec.sinks,
                                static_cast<std::int64_t>(spec.qk_norm.kind),
                                static_cast<std::int64_t>(spec.qk_norm.scope),
                                spec.relative_bias.buckets,
                                spec.relative_bias.max_distance,
                                spec.relative_bias.bidirectional,
                                spec.rope.dims,
                                spec.rope.interleaved,
                                static_cast<std::int64_t>(spec.rope.scaling),
                                spec.rope.truncate};
  XXH3_64bits_update(&state_->hash, sizes, sizeof(sizes));
}

void WeightsDigest::AddRules(const LayerSpec& spec) {
  const RopeSpec& rope = spec.rope;
  const double numbers[] = {spec.scale,
                            spec.softcap,
                            spec.clip_qkv,
                            spec.qk_norm.epsilon,
                            rope.base,
                            rope.attention_factor,
                            rope.factor,
                            rope.max_positions,
                            rope.original_max_positions,
                            rope.low_freq_factor,
                            rope.high_freq_factor,
                            rope.beta_fast,
                            rope.beta_slow};
  XXH3_64bits_update(&state_->hash, numbers, sizeof(numbers));
  for (const std::vector<double>* factors : {&rope.short_factors, &rope.long_factors}) {
    const std::uint64_t count = factors->size();
    XXH3_64bits_update(&state_->hash, &count, sizeof(count));
    XXH3_64bits_update(&state_->hash, factors->data(), count * sizeof(double));
  }
}

void WeightsDigest::AddNumbers(const std::vector<float>& numbers) {
  const std::uint64_t count = numbers.size();
  XXH3_64bits_update(&state_->hash, &count, sizeof(count));
  XXH3_64bits_update(&state_->hash, numbers.data(), count * sizeof(float));
}

std::string WeightsDigest::ToString() const {
  char text[17];
  std::snprintf(text, sizeof(text), "%016" PRIx64,
                static_cast<std::uint64_t>(XXH3_64bits_digest(&state_->hash)));
  return text;
}

}  // namespace headwise
