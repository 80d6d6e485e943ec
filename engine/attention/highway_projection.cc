#include "engine/attention/highway_projection.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace headwise {
absl::StatusOr<std::unique_ptr<Projection>> HighwayProjection::Create(
    WorkerPool& workers, WeightStorage storage, std::int64_t inner,
    absl::Span<const ProjectionPart> parts, std::int64_t destination_stride) {
  auto projection = std::unique_ptr<HighwayProjection>(
      new HighwayProjection(storage, inner, parts, destination_stride));
  absl::Status status = projection->Pack(workers);
  if (!status.ok()) return status;
  return std::unique_ptr<Projection>(std::move(projection));
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

absl::Status HighwayProjection::Pack(WorkerPool& workers) {
  return PackBlocks(workers, memory_.size(), [this](int, int i) {
    PackWeights(block(i).weights, BiasOf(block(i)), packed_[static_cast<std::size_t>(i)]);
    return absl::OkStatus();
  });
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
