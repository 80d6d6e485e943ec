#include "engine/attention/projection.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace headwise {

Projection::Projection(std::int64_t inner, absl::Span<const ProjectionPart> parts) : inner_(inner) {
  const bool biased = std::any_of(parts.begin(), parts.end(),
                                  [](const ProjectionPart& part) { return part.bias != nullptr; });
  for (const ProjectionPart& part : parts) AddPart(part, biased);
  part_begins_.push_back(blocks());
}

void Projection::AddPart(const ProjectionPart& part, bool biased) {
  part_begins_.push_back(blocks());
  for (std::int64_t first = 0; first < part.columns; first += kBlockColumns) {
    const std::int64_t width = std::min(kBlockColumns, part.columns - first);
    blocks_.push_back({columns_, width, part.weights + first * inner_});
    columns_ += width;
  }
  if (!biased) return;
  if (part.bias == nullptr) {
    bias_.resize(bias_.size() + static_cast<std::size_t>(part.columns), 0.0f);
  } else {
    bias_.insert(bias_.end(), part.bias, part.bias + part.columns);
  }
}

absl::Status Projection::PackBlocks(WorkerPool& workers, std::size_t bytes,
                                    absl::FunctionRef<absl::Status(int, int)> pack) const {
  // Packed before a sleeping worker is awake.
  constexpr std::size_t kSmallBytes = std::size_t{1} << 18;
  const auto spread =
      bytes < kSmallBytes ? WorkerPool::Spread::kCallerOnly : WorkerPool::Spread::kAllWorkers;
  std::vector<absl::Status> results(blocks_.size());
  std::atomic<bool> out_of_memory{false};
  workers.Run(blocks(), spread, [&](int worker, std::int64_t i) {
    try {
      results[static_cast<std::size_t>(i)] = pack(worker, static_cast<int>(i));
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
    }
  });
  if (out_of_memory) throw std::bad_alloc();
  for (const absl::Status& result : results) {
    if (!result.ok()) return result;
  }
  return absl::OkStatus();
}

std::int64_t Projection::Columns(int first_block, int end_block) const {
  const auto begin_of = [this](int i) { return i < blocks() ? block(i).first_column : columns_; };
  return begin_of(end_block) - begin_of(first_block);
}

}  // namespace headwise
