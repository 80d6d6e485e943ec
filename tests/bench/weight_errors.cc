#include "tests/bench/weight_errors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "engine/checkpoint/checkpoint.h"
#include "tests/support/random_layer.h"

namespace headwise::bench {
namespace {

constexpr std::int64_t kTokens = 64;

template <typename T>
T Checked(absl::StatusOr<T> result) {
  if (result.ok()) return *std::move(result);
  std::cerr << "attention_bench: " << result.status().message() << "\n";
  std::exit(1);
}

Tensor ContextOf(Engine& engine, const LayerSpec& spec, const LayerWeights& weights,
                 const Tensor& input, WeightStorage storage) {
  const auto layer = Checked(
      AttentionLayer::Create(engine, spec, weights, {storage, ProjectionKernels::kHighway}));
  testing::Call call;
  call.request.input = input.view();
  testing::Run(*layer, {&call});
  return std::move(call.context);
}

double RootMeanSquare(const Tensor& a, const Tensor* subtracted) {
  const std::int64_t count = a.shape().elements();
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double value = a.floats()[i] - (subtracted == nullptr ? 0.0 : subtracted->floats()[i]);
    sum += value * value;
  }
  return std::sqrt(sum / static_cast<double>(count));
}

}  // namespace

Ratio WeightError(Engine& engine, const LayerSpec& spec, const LayerWeights& weights,
                  WeightStorage storage) {
  testing::Random random{7};
  const Tensor input = testing::RandomInput(random, 1, kTokens, spec.d_model);
  const Tensor exact = ContextOf(engine, spec, weights, input, WeightStorage::kF32);
  const Tensor narrow = ContextOf(engine, spec, weights, input, storage);
  const double off = RootMeanSquare(narrow, &exact);
  const double size = RootMeanSquare(exact, nullptr);
  return {off / size, off / size, off / size, off, size, 1};
}

Ratio WorstWeightError(Engine& engine, const std::string& directory, WeightStorage storage) {
  const Checkpoint checkpoint = Checked(Checkpoint::Open(directory));
  Ratio worst{};
  for (int i = 0; i < static_cast<int>(checkpoint.layers().size()); ++i) {
    const Ratio error = WeightError(engine, checkpoint.layers()[static_cast<std::size_t>(i)],
                                    Checked(checkpoint.ReadLayer(i)), storage);
    if (error.median >= worst.median) worst = error;
  }
  return worst;
}

}  // namespace headwise::bench
