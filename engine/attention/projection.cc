#include "engine/attention/projection.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace headwise {
namespace {

// Wide enough for the kernels to run at full speed, narrow enough that one row of a small model
// still gives every worker a block.
constexpr std::int64_t kBlockColumns = 256;
// Packed before a sleeping worker is awake.
constexpr std::size_t kSmallBytes = std::size_t{1} << 18;

// What a block takes of the common memory, so that the next one is aligned as well.
std::size_t AlignedBytes(const PackedFormat& format) {
  constexpr std::size_t kAlignment = AlignedBuffer<std::byte>::kAlignment;
  return (static_cast<std::size_t>(format.bytes()) + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Projection>> Projection::Create(
    PlanCache& plans, std::int64_t inner, absl::Span<const ProjectionPart> parts,
    std::int64_t destination_stride) {
  auto projection = std::unique_ptr<Projection>(new Projection(inner));
  projection->destination_stride_ = destination_stride;
  projection->SetBias(parts);
  std::vector<const float*> sources;
  for (const ProjectionPart& part : parts) {
    projection->part_begins_.push_back(projection->blocks());
    absl::Status status = projection->AddPart(plans, part, sources);
    if (!status.ok()) return status;
  }
  projection->part_begins_.push_back(projection->blocks());
  projection->TakeMemory();
  absl::Status status = projection->Pack(plans.workers(), sources);
  if (!status.ok()) return status;
  // Blocks of another width may need other panels; the tallest serves all.
  for (const Block& block : projection->blocks_) {
    projection->panel_rows_ = std::max(projection->panel_rows_, block.plans->panel_rows());
  }
  return projection;
}

void Projection::SetBias(absl::Span<const ProjectionPart> parts) {
  if (std::none_of(parts.begin(), parts.end(),
                   [](const ProjectionPart& part) { return part.bias != nullptr; })) {
    return;
  }
  for (const ProjectionPart& part : parts) {
    if (part.bias == nullptr) {
      bias_.resize(bias_.size() + part.columns, 0.0f);
    } else {
      bias_.insert(bias_.end(), part.bias, part.bias + part.columns);
    }
  }
}

absl::Status Projection::AddPart(PlanCache& plans, const ProjectionPart& part,
                                 std::vector<const float*>& sources) {
  for (std::int64_t first = 0; first < part.columns; first += kBlockColumns) {
    const std::int64_t width = std::min(kBlockColumns, part.columns - first);
    auto block_plans = plans.ForProjection({inner_, width, destination_stride_, !bias_.empty()});
    if (!block_plans.ok()) return block_plans.status();
    blocks_.push_back({columns_, *std::move(block_plans), {}, {}});
    sources.push_back(part.weights + first * inner_);
    // Width 1 is kept as it is, see Block.
    if (width == 1) blocks_.back().single.assign(sources.back(), sources.back() + inner_);
    columns_ += width;
  }
  return absl::OkStatus();
}

void Projection::TakeMemory() {
  std::size_t bytes = 0;
  for (const Block& block : blocks_) {
    if (block.single.empty()) bytes += AlignedBytes(block.plans->format());
  }
  memory_ = AlignedBuffer<std::byte>(bytes);
  std::byte* next = memory_.data();
  for (Block& block : blocks_) {
    if (!block.single.empty()) continue;
    block.weights = PackedMatrix(block.plans->format(), next);
    next += AlignedBytes(block.plans->format());
  }
}

absl::Status Projection::Pack(WorkerPool& workers, const std::vector<const float*>& sources) {
  const auto spread = memory_.size() < kSmallBytes ? WorkerPool::Spread::kCallerOnly
                                                   : WorkerPool::Spread::kAllWorkers;
  std::vector<absl::Status> results(blocks_.size());
  std::atomic<bool> out_of_memory{false};
  workers.Run(blocks(), spread, [&](int worker, std::int64_t i) {
    try {
      Block& block = blocks_[i];
      if (!block.single.empty()) return;
      results[i] = block.plans->Pack(worker, sources[i], block.weights);
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
  const auto begin_of = [this](int block) {
    return block < blocks() ? blocks_[block].first_column : columns_;
  };
  return begin_of(end_block) - begin_of(first_block);
}

bool Projection::row_invariant() const {
  return std::all_of(blocks_.begin(), blocks_.end(), [](const Block& block) {
    return !block.single.empty() || block.plans->row_invariant();
  });
}

std::int64_t Projection::weights_bytes() const {
  std::int64_t bytes = static_cast<std::int64_t>(bias_.size() * sizeof(float));
  for (const Block& block : blocks_) {
    bytes += block.weights.bytes() + static_cast<std::int64_t>(block.single.size() * sizeof(float));
  }
  return bytes;
}

std::int64_t Projection::HeightFor(std::int64_t rows) const {
  std::int64_t height = rows;
  for (const Block& block : blocks_) {
    const std::int64_t step = block.plans->panel_rows();
    const std::int64_t full = rows / step * step;
    const std::int64_t rest = rows - full;
    height = std::max(height, full + (rest > 0 ? block.plans->HeightFor(rest) : 0));
  }
  return height;
}

absl::Status Projection::Run(int worker, int block, std::int64_t rows, const float* source,
                             float* destination) const {
  const Block& b = blocks_[block];
  const float* bias = bias_.empty() ? nullptr : bias_.data() + b.first_column;
  if (!b.single.empty()) {
    RunSingle(b, rows, source, destination);
    return absl::OkStatus();
  }
  const std::int64_t step = b.plans->panel_rows();
  const std::int64_t stride = destination_stride_;
  for (std::int64_t row = 0; row < rows; row += step) {
    absl::Status status =
        b.plans->Run(worker, std::min(step, rows - row), source + row * inner_, b.weights, bias,
                     destination + row * stride + b.first_column);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void Projection::RunSingle(const Block& block, std::int64_t rows, const float* source,
                           float* destination) const {
  for (std::int64_t row = 0; row < rows; ++row) {
    double sum = bias_.empty() ? 0 : bias_[block.first_column];
    for (std::int64_t i = 0; i < inner_; ++i) {
      sum += static_cast<double>(source[row * inner_ + i]) * block.single[i];
    }
    destination[row * destination_stride_ + block.first_column] = static_cast<float>(sum);
  }
}

absl::Status Projection::Unpack(float* weights) const {
  for (const Block& block : blocks_) {
    if (!block.single.empty()) {
      std::copy(block.single.begin(), block.single.end(), weights + block.first_column * inner_);
      continue;
    }
    absl::Status status =
        block.plans->Unpack(0, block.weights, weights + block.first_column * inner_);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace headwise
