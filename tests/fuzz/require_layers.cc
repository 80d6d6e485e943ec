#include "tests/fuzz/require_layers.h"

#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "engine/attention/check_weights.h"
#include "tests/fuzz/require.h"

namespace headwise::fuzz {
namespace {

void RequireFinite(const char* what, double value) {
  Require(std::isfinite(static_cast<float>(value)), "a finite F32 number",
          absl::StrCat(what, " ", value));
}

void RequireGoodRope(const RopeSpec& rope) {
  if (rope.dims == 0) return;
  RequireFinite("rope.attention_factor", rope.attention_factor);
  for (const std::int64_t length : {1, 4096, 1 << 24}) {
    const std::vector<double> frequencies = rope.Frequencies(length);
    Require(static_cast<std::int64_t>(frequencies.size()) == rope.dims / 2, "all frequencies");
    for (double frequency : frequencies) {
      Require(std::isfinite(frequency * (1 << 24)), "finite angles as far as positions go",
              absl::StrCat(frequency));
    }
  }
}

}  // namespace

void RequireGoodLayer(const LayerSpec& spec, const LayerWeights& weights) {
  const absl::Status status = CheckWeights(spec, weights);
  Require(status.ok(), "a layer that the engine takes", status.message());
  RequireOneLine(spec.module.empty() ? "-" : spec.module);
  RequireFinite("scale", spec.scale);
  Require(static_cast<float>(spec.scale) > 0, "a scale above 0");
  RequireFinite("softcap", spec.softcap);
  Require(spec.softcap == 0 || static_cast<float>(spec.softcap) > 0, "a softcap above 0");
  RequireFinite("clip_qkv", spec.clip_qkv);
  RequireFinite("qk_norm.epsilon", spec.qk_norm.epsilon);
  for (float slope : spec.alibi_slopes) RequireFinite("alibi_slopes", slope);
  Require(spec.window >= 0, "a window of at least 0");
  RequireGoodRope(spec.rope);
}

}  // namespace headwise::fuzz
