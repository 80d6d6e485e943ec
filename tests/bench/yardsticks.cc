#include "tests/bench/yardsticks.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "tests/bench/ratio.h"

namespace headwise::bench {
namespace {

constexpr std::int64_t kLargeFloats = std::int64_t{64} << 20;  // 256 MiB

template <typename T>
T OrEnd(absl::StatusOr<T> made) {
  if (made.ok()) return *std::move(made);
  std::cerr << "attention_bench: " << made.status().message() << "\n";
  std::exit(1);
}

void Check(const absl::Status& status) {
  if (status.ok()) return;
  std::cerr << "attention_bench: " << status.message() << "\n";
  std::exit(1);
}

}  // namespace

Yardsticks::Yardsticks(int workers)
    : workers_(OrEnd(WorkerPool::Create(workers))),
      runtime_(OrEnd(OnednnRuntime::Create(workers))),
      source_(kSize * kSize),
      destination_(kSize * kSize),
      large_(kLargeFloats) {
  const std::int64_t rows = kSize / workers;
  plan_ = OrEnd(MatmulPlan::Create(*runtime_, {rows, kSize, kSize, kSize, kSize}));
  auto packer = OrEnd(Packer::Create(*runtime_, plan_->format(), PlainLayout::kColumnsByInner));
  std::fill_n(source_.data(), kSize * kSize, 0.5f);
  std::fill_n(large_.data(), kLargeFloats, 1.0f);
  Check(packer->Pack(0, source_.data(), weights_));
}

double Yardsticks::G() {
  const std::int64_t workers = workers_->size();
  const std::int64_t rows = kSize / workers;
  const double seconds = Seconds([&] {
    workers_->Run(workers, WorkerPool::Spread::kAllWorkers, [&](int worker, std::int64_t i) {
      Check(plan_->Run(worker, source_.data() + i * rows * kSize, weights_, nullptr,
                       destination_.data() + i * rows * kSize));
    });
  });
  return 2.0 * static_cast<double>(workers * rows) * kSize * kSize / seconds;
}

double Yardsticks::R() {
  constexpr std::int64_t kPiece = std::int64_t{1} << 20;
  std::vector<float> sums(kLargeFloats / kPiece);
  const double seconds = Seconds([&] {
    workers_->Run(kLargeFloats / kPiece, WorkerPool::Spread::kAllWorkers,
                  [&](int, std::int64_t piece) {
                    const float* from = large_.data() + piece * kPiece;
                    float lanes[64] = {};
                    for (std::int64_t i = 0; i < kPiece; i += 64) {
                      for (int lane = 0; lane < 64; ++lane) lanes[lane] += from[i + lane];
                    }
                    for (float lane : lanes) sums[piece] += lane;
                  });
  });
  for (float sum : sums) sink_ += sum;
  return static_cast<double>(kLargeFloats) * sizeof(float) / seconds;
}

}  // namespace headwise::bench
