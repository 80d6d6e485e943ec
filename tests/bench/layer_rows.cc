// Whole layers against the machine, and their projections' kernels against each other.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "tests/bench/row_builder.h"

namespace headwise::bench {
namespace {

// One row uses each weight once: reading them is all.
void AddOneRow(RowBuilder& builder) {
  const auto measure = [&builder] {
    Subject subject(builder.engine(), LayerOf(4096, 32, 32, 128, true));
    subject.Add(1, 1);
    const double bytes = 4.0 * 4 * 4096 * 4096;
    return Alternate([&] { return bytes / subject.RunSeconds(); },
                     [&] { return builder.yardsticks().R(); }, builder.alternations());
  };
  builder.Add({"one row D4096: projections by weight bytes", 0.7, 0.9, Sense::kMin, "R", measure,
               2.0 / sizeof(float)});
}

// The projections' kernels of our own against oneDNN's, the layer else the same.
void AddKernels(RowBuilder& builder) {
  const WeightOptions onednn{WeightStorage::kF32, ProjectionKernels::kOnednn};
  const auto add = [&](std::int64_t d_model, std::int64_t heads, std::int64_t tokens) {
    const LayerSpec spec = LayerOf(d_model, heads, heads, d_model / heads, true);
    builder.AddSpeeds(absl::StrCat("our kernels over oneDNN's, layer B1 T", tokens, " D", d_model),
                      {0.95, 1}, "oneDNN's", builder.OneOf({}, spec, 1, tokens),
                      builder.OneOf(onednn, spec, 1, tokens));
  };
  for (std::int64_t tokens : {1, 16, 128, 1024}) add(768, 12, tokens);
  for (std::int64_t tokens : {1, 1024}) add(4096, 32, tokens);
}

}  // namespace

void AddLayerRows(RowBuilder& builder) {
  constexpr Targets kTargets{0.85, 0.95};
  const LayerSpec gpt = LayerOf(768, 12, 12, 64, true);
  builder.AddAgainstG("layer causal B8 T1024 D768 H12", kTargets, LayerWork(gpt, 8, 1024),
                      builder.One(gpt, 8, 1024));
  builder.AddAgainstG("layer causal B2 T4096 D768 H12", kTargets, LayerWork(gpt, 2, 4096),
                      builder.One(gpt, 2, 4096));
  const LayerSpec grouped = LayerOf(4096, 32, 8, 128, true);
  for (std::int64_t tokens : {1024, 4096}) {
    builder.AddAgainstG(absl::StrCat("layer causal B1 T", tokens, " D4096 H32 KV8 hd128"), kTargets,
                        LayerWork(grouped, 1, tokens), builder.One(grouped, 1, tokens));
  }
  AddOneRow(builder);
  AddKernels(builder);
}

}  // namespace headwise::bench
