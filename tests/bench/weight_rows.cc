// What narrow weights gain, and what they cost in accuracy.
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "tests/bench/row_builder.h"
#include "tests/bench/weight_errors.h"

namespace headwise::bench {
namespace {

// One row of a layer is bound by reading weights, so that narrow ones are faster.
void AddSpeed(RowBuilder& builder) {
  for (const auto& [storage, name, targets] :
       {std::tuple(WeightStorage::kBF16, "bf16", Targets{1.6, 1.9}),
        std::tuple(WeightStorage::kInt8, "int8", Targets{2.5, 3.5})}) {
    const LayerSpec spec = LayerOf(4096, 32, 32, 128, true);
    builder.AddSpeeds(absl::StrCat("one row D4096: ", name, " weights, speed over f32"), targets,
                      "f32 weights", builder.OneOf({storage, {}}, spec, 1, 1),
                      builder.OneOf({}, spec, 1, 1));
  }
}

void AddErrors(RowBuilder& builder) {
  for (const auto& [storage, name, targets] :
       {std::tuple(WeightStorage::kBF16, "bf16", Targets{0.004, 0.003}),
        std::tuple(WeightStorage::kInt8, "int8", Targets{0.015, 0.01})}) {
    const std::string title = absl::StrCat(name, " weights, rms error of context vectors, ");
    const auto of_layer = [&engine = builder.engine(), storage = storage] {
      const LayerSpec spec = LayerOf(768, 12, 12, 64, true);
      testing::Random random{1};
      return WeightError(engine, spec, testing::RandomWeights(random, spec), storage);
    };
    const auto of_demo = [&engine = builder.engine(), storage = storage] {
      return WorstWeightError(engine, HEADWISE_SOURCE_DIR "/deploy/demo", storage);
    };
    builder.Add(
        {title + "layer D768", targets.reach, targets.goal, Sense::kMax, "their rms", of_layer});
    builder.Add({title + "demo model's worst layer", targets.reach, targets.goal, Sense::kMax,
                 "their rms", of_demo});
  }
}

}  // namespace

void AddWeightRows(RowBuilder& builder) {
  AddSpeed(builder);
  AddErrors(builder);
}

}  // namespace headwise::bench
