#include "engine/attention/onednn_projection.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace headwise {
namespace {

// What a block takes of the common memory, so that the next one is aligned as well.
std::size_t AlignedBytes(const PackedFormat& format) {
  constexpr std::size_t kAlignment = AlignedBuffer<std::byte>::kAlignment;
  return (static_cast<std::size_t>(format.bytes()) + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Projection>> OnednnProjection::Create(
    PlanCache& plans, WorkerPool& workers, std::int64_t inner,
    absl::Span<const ProjectionPart> parts, std::int64_t destination_stride) {
  auto projection =
      std::unique_ptr<OnednnProjection>(new OnednnProjection(inner, parts, destination_stride));
  absl::Status status = projection->MakePlans(plans);
  if (!status.ok()) return status;
  projection->TakeMemory();
  status = projection->Pack(workers);
  if (!status.ok()) return status;
  return std::unique_ptr<Projection>(std::move(projection));
}

absl::Status OnednnProjection::MakePlans(PlanCache& plans) {
  for (int i = 0; i < blocks(); ++i) {
    const Block& from = block(i);
    auto made = plans.ForProjection({inner(), from.columns, destination_stride_, !bias().empty()});
    if (!made.ok()) return made.status();
    packed_.push_back({*std::move(made), {}, {}});
    // Blocks of another width may need other panels; the tallest serves all.
    panel_rows_ = std::max(panel_rows_, packed_.back().plans->panel_rows());
    if (from.columns == 1) packed_.back().single.assign(from.weights, from.weights + inner());
  }
  return absl::OkStatus();
}

void OnednnProjection::TakeMemory() {
  std::size_t bytes = 0;
  for (const Packed& packed : packed_) {
    if (packed.single.empty()) bytes += AlignedBytes(packed.plans->format());
  }
  memory_ = AlignedBuffer<std::byte>(bytes);
  std::byte* next = memory_.data();
  for (Packed& packed : packed_) {
    if (!packed.single.empty()) continue;
    packed.weights = PackedMatrix(packed.plans->format(), next);
    next += AlignedBytes(packed.plans->format());
  }
}

absl::Status OnednnProjection::Pack(WorkerPool& workers) {
  return PackBlocks(workers, memory_.size(), [this](int worker, int i) {
    Packed& to = packed_[static_cast<std::size_t>(i)];
    return to.single.empty() ? to.plans->Pack(worker, block(i).weights, to.weights)
                             : absl::OkStatus();
  });
}

bool OnednnProjection::row_invariant() const {
  return std::all_of(packed_.begin(), packed_.end(), [](const Packed& packed) {
    return !packed.single.empty() || packed.plans->row_invariant();
  });
}

std::int64_t OnednnProjection::weights_bytes() const {
  std::int64_t bytes = static_cast<std::int64_t>(bias().size() * sizeof(float));
  for (const Packed& packed : packed_) {
    bytes +=
        packed.weights.bytes() + static_cast<std::int64_t>(packed.single.size() * sizeof(float));
  }
  return bytes;
}

std::int64_t OnednnProjection::HeightFor(std::int64_t rows) const {
  std::int64_t height = rows;
  for (const Packed& packed : packed_) {
    const std::int64_t step = packed.plans->panel_rows();
    const std::int64_t full = rows / step * step;
    const std::int64_t rest = rows - full;
    height = std::max(height, full + (rest > 0 ? packed.plans->HeightFor(rest) : 0));
  }
  return height;
}

absl::Status OnednnProjection::Run(int worker, int i, std::int64_t rows, const float* source,
                                   float* destination) const {
  const Packed& packed = packed_[static_cast<std::size_t>(i)];
  if (!packed.single.empty()) {
    RunSingle(i, rows, source, destination);
    return absl::OkStatus();
  }
  const std::int64_t step = packed.plans->panel_rows();
  for (std::int64_t row = 0; row < rows; row += step) {
    absl::Status status = packed.plans->Run(
        worker, std::min(step, rows - row), source + row * inner(), packed.weights,
        BiasOf(block(i)), destination + row * destination_stride_ + block(i).first_column);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void OnednnProjection::RunSingle(int i, std::int64_t rows, const float* source,
                                 float* destination) const {
  const std::vector<float>& weights = packed_[static_cast<std::size_t>(i)].single;
  const float* const bias = BiasOf(block(i));
  for (std::int64_t row = 0; row < rows; ++row) {
    double sum = bias == nullptr ? 0 : *bias;
    for (std::int64_t k = 0; k < inner(); ++k) {
      sum += static_cast<double>(source[row * inner() + k]) * weights[static_cast<std::size_t>(k)];
    }
    destination[row * destination_stride_ + block(i).first_column] = static_cast<float>(sum);
  }
}

absl::Status OnednnProjection::Unpack(float* weights) const {
  for (int i = 0; i < blocks(); ++i) {
    const Packed& packed = packed_[static_cast<std::size_t>(i)];
    float* const to = weights + block(i).first_column * inner();
    if (!packed.single.empty()) {
      std::copy(packed.single.begin(), packed.single.end(), to);
      continue;
    }
    absl::Status status = packed.plans->Unpack(0, packed.weights, to);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace headwise
