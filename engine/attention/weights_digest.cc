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
  const std::int64_t sizes[] = {
      spec.d_model, spec.heads,      spec.kv_heads,          spec.head_dim,   spec.d_out,
      spec.causal,  spec.input_bias, spec.output_projection, spec.output_bias};
  XXH3_64bits_update(&state_->hash, sizes, sizeof(sizes));
  XXH3_64bits_update(&state_->hash, &spec.scale, sizeof(spec.scale));
  for (const std::vector<float>* numbers :
       {&weights.query, &weights.key, &weights.value, &weights.output, &weights.query_bias,
        &weights.key_bias, &weights.value_bias, &weights.output_bias}) {
    AddNumbers(*numbers);
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
