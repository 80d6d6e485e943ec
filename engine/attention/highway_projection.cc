#include "engine/attention/highway_projection.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace headwise {
namespace {

// Packed before a sleeping worker is awake.
constexpr std::size_t kSmallBytes = std::size_t{1} << 18;

}  // namespace

std::unique_ptr<Projection> HighwayProjection::Create(WorkerPool& workers, WeightStorage storage,
                                                      std::int64_t inner,
                                                      absl::Span<const ProjectionPart> parts,
                                                      std::int64_t destination_stride) {
  auto projection = std::unique_ptr<HighwayProjection>(
      new HighwayProjection(storage, inner, parts, destination_stride));
  projection->Pack(workers);
  return projection;
}

HighwayProjection::HighwayProjection(WeightStorage storage, std::int64_t inner,
                                     absl::Span<const ProjectionPart> parts,
                                     std::int64_t destination_stride)
    : Projection(inner, parts), destination_stride_(destination_stride) {
  std::int64_t bytes = 0;
  for (int i = 0; i < blocks(); ++i) {
    packed_.push_back({storage, inner, block(i).columns, nullptr});
    bytes += PackedWeightBytes(storage, inner, block(i).columns);
  }
  memory_ = AlignedBuffer<std::byte>(static_cast<std::size_t>(bytes));
  std::byte* next = memory_.data();
  for (PackedWeights& packed : packed_) {
    packed.memory = next;
    next += PackedWeightBytes(storage, inner, packed.columns);
  }
}

void HighwayProjection::Pack(WorkerPool& workers) {
  const auto spread = memory_.size() < kSmallBytes ? WorkerPool::Spread::kCallerOnly
                                                   : WorkerPool::Spread::kAllWorkers;
  std::atomic<bool> out_of_memory{false};
  workers.Run(blocks(), spread, [&](int, std::int64_t i) {
    try {
      const Block& from = block(static_cast<int>(i));
      PackWeights(from.weights, BiasOf(from), packed_[static_cast<std::size_t>(i)]);
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
    }
  });
  if (out_of_memory) throw std::bad_alloc();
}

absl::Status HighwayProjection::Run(int, int i, std::int64_t rows, const float* source,
                                    float* destination) const {
  ApplyWeights({source, inner()}, rows, packed_[static_cast<std::size_t>(i)],
               destination + block(i).first_column, destination_stride_);
  return absl::OkStatus();
}

absl::Status HighwayProjection::Unpack(float* weights) const {
  for (int i = 0; i < blocks(); ++i) {
    UnpackWeights(packed_[static_cast<std::size_t>(i)], weights + block(i).first_column * inner());
  }
  return absl::OkStatus();
}

}  // namespace headwise
