// The matrix products, with what they reach of a core's arithmetic.
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <vector>

#include "benchmark/benchmark.h"
#include "engine/simd/tile_product.h"
#include "engine/simd/weight_product.h"
#include "engine/tensor/aligned_buffer.h"
#include "tests/support/random_layer.h"

namespace headwise::bench {
namespace {

// Additions that wait for each other, without a loop.
template <int kCount>
void Add(std::int64_t& sum) {
  sum += 1;
  asm volatile("" : "+r"(sum));
  if constexpr (kCount > 1) Add<kCount - 1>(sum);
}

// The clock of this core now: additions that wait for each other take a cycle each.
double CyclesASecond() {
  constexpr std::int64_t kAdditions = std::int64_t{1} << 25;
  const std::clock_t begin = std::clock();
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < kAdditions; i += 16) Add<16>(sum);
  const auto took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return static_cast<double>(sum) / took;
}

void CountFlops(benchmark::State& state, double flops) {
  state.counters["GFLOP/s"] = benchmark::Counter(
      flops * static_cast<double>(state.iterations()) * 1e-9, benchmark::Counter::kIsRate);
  state.counters["FLOP/cycle"] =
      benchmark::Counter(flops * static_cast<double>(state.iterations()) / CyclesASecond(),
                         benchmark::Counter::kIsRate);
}

// Rows times a matrix [inner,columns], as attention multiplies tiles.
void BM_TileProduct(benchmark::State& state) {
  const std::int64_t count = state.range(0), inner = state.range(1), columns = state.range(2);
  testing::Random random{1};
  const std::vector<float> rows = testing::RandomFloats(random, count * inner, 1.0f);
  const std::vector<float> matrix = testing::RandomFloats(random, inner * columns, 1.0f);
  AlignedBuffer<float> packed(static_cast<std::size_t>(PackedFloats(inner, columns)));
  PackByRows({matrix.data(), columns}, inner, columns, packed.data());
  AlignedBuffer<float> result(static_cast<std::size_t>(count * PaddedColumns(columns)));
  const TileProduct product{{rows.data(), inner},
                            count,
                            packed.data(),
                            inner,
                            {0, static_cast<std::int32_t>(inner)},
                            {0, static_cast<std::int32_t>(columns)},
                            columns,
                            nullptr,
                            result.data(),
                            PaddedColumns(columns)};
  for (auto _ : state) {
    Multiply(product);
    benchmark::DoNotOptimize(result.data());
  }
  CountFlops(state, 2.0 * static_cast<double>(count * inner * columns));
}
// Scores of heads of 64 and 128, then their weighted sums, for one step of queries.
BENCHMARK(BM_TileProduct)
    ->ArgNames({"rows", "inner", "columns"})
    ->Args({6, 64, 1024})
    ->Args({6, 128, 1024})
    ->Args({6, 1024, 64})
    ->Args({6, 1024, 128});

void BM_ApplyWeights(benchmark::State& state) {
  const std::int64_t count = state.range(0), inner = 768, columns = 256;
  const auto storage = static_cast<WeightStorage>(state.range(1));
  testing::Random random{1};
  const std::vector<float> rows = testing::RandomFloats(random, count * inner, 1.0f);
  const std::vector<float> weights = testing::RandomFloats(random, inner * columns, 1.0f);
  AlignedBuffer<std::byte> memory(
      static_cast<std::size_t>(PackedWeightBytes(storage, inner, columns)));
  const PackedWeights packed{storage, inner, columns, memory.data()};
  PackWeights(weights.data(), nullptr, packed);
  std::vector<float> result(static_cast<std::size_t>(count * columns));
  for (auto _ : state) {
    ApplyWeights({rows.data(), inner}, count, packed, result.data(), columns);
    benchmark::DoNotOptimize(result.data());
  }
  CountFlops(state, 2.0 * static_cast<double>(count * inner * columns));
}
// `storage`: 0 f32, 1 bf16, 2 int8.
BENCHMARK(BM_ApplyWeights)
    ->ArgNames({"rows", "storage"})
    ->Args({96, 0})
    ->Args({96, 1})
    ->Args({96, 2});

}  // namespace
}  // namespace headwise::bench
