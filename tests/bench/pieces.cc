// The engine's pieces, one by one.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "benchmark/benchmark.h"
#include "engine/simd/rotary.h"
#include "engine/simd/row_statistics.h"
#include "engine/simd/scores.h"
#include "engine/simd/softmax.h"
#include "tests/support/random_layer.h"

namespace headwise::bench {
namespace {

constexpr std::int32_t kRows = 128;

// Time of one score.
void CountScores(benchmark::State& state, std::int64_t scores) {
  state.counters["ns/score"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(scores) * 1e-9,
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// A step's rows, again and again: weights are as good as scores.
void BM_StreamSoftmax(benchmark::State& state) {
  constexpr std::int32_t kStep = 6;
  const auto width = static_cast<std::int32_t>(state.range(0));
  testing::Random random{1};
  std::vector<float> tile = testing::RandomFloats(random, kStep * width, 1.0f);
  const std::vector<ColumnRange> visible(kStep, ColumnRange{0, width});
  std::vector<SoftmaxState> states(kStep);
  std::vector<float> rescale(kStep);
  for (auto _ : state) {
    std::fill(states.begin(), states.end(), NoKeySeen());
    StreamSoftmax({tile.data(), kStep, width, {0, width}, visible.data()}, 1.4427f, states.data(),
                  rescale.data());
    benchmark::DoNotOptimize(tile.data());
  }
  CountScores(state, kStep * width);
}
BENCHMARK(BM_StreamSoftmax)->Arg(64)->Arg(256)->Arg(1024);

void BM_HideScores(benchmark::State& state) {
  const auto width = static_cast<std::int32_t>(state.range(0));
  std::vector<float> tile(kRows * width, 1.0f);
  const std::vector<std::uint8_t> mask(width, 1);
  for (auto _ : state) {
    for (std::int32_t r = 0; r < kRows; ++r) {
      HideScores(tile.data() + r * width, {0, width}, mask.data(), false);
    }
    benchmark::DoNotOptimize(tile.data());
  }
  CountScores(state, kRows * width);
}
BENCHMARK(BM_HideScores)->Arg(256);

void BM_RotateHalves(benchmark::State& state) {
  std::vector<float> values(128, 1.0f);
  const std::vector<float> cos(64, 0.8f);
  const std::vector<float> sin(64, 0.6f);
  for (auto _ : state) {
    RotateHalves(values.data(), 64, cos.data(), sin.data());
    benchmark::DoNotOptimize(values.data());
  }
}
BENCHMARK(BM_RotateHalves);

void BM_RowSums(benchmark::State& state) {
  const std::vector<float> row(256, 1.0f / 256);
  RowSums sums;
  for (auto _ : state) {
    AddToRowSums(row.data(), 256, 7, sums);
    benchmark::DoNotOptimize(&sums);
  }
}
BENCHMARK(BM_RowSums);

}  // namespace
}  // namespace headwise::bench
