#include "engine/attention/projection_plans.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {
namespace {

using Heights = std::vector<std::int64_t>;

// The first set whose tallest panel is row-invariant is taken. Where kernels differ from height
// to height (AVX2), single tall panels, filled up with zeros, still agree with themselves.
const Heights* CandidateSets(int* count) {
  static const Heights kSets[] = {
      {1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64},
      {48},
      {96},
  };
  *count = 3;
  return kSets;
}

// Numbers in [-1, 1) without a pattern, the same at every load.
void FillUneven(float* values, std::int64_t count) {
  std::uint32_t state = 12345;
  for (std::int64_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;  // Numerical Recipes' linear congruential generator
    values[i] = static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31f;
  }
}

bool SameRow(const float* a, const float* b, std::int64_t columns) {
  return std::memcmp(a, b, static_cast<std::size_t>(columns) * sizeof(float)) == 0;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const ProjectionPlans>> ProjectionPlans::Create(
    OnednnRuntime& runtime, const ProjectionShape& shape) {
  int count = 0;
  const Heights* sets = CandidateSets(&count);
  for (int i = 0; i <= count; ++i) {
    // After the last candidate the first set is used as it is.
    auto plans = std::shared_ptr<ProjectionPlans>(new ProjectionPlans(shape));
    absl::Status status = plans->MakeHeights(runtime, sets[i % count]);
    if (!status.ok()) return status;
    if (i == count) return plans;
    absl::StatusOr<bool> invariant = plans->SelfTest();
    if (!invariant.ok()) return invariant.status();
    plans->row_invariant_ = *invariant;
    if (*invariant) return plans;
  }
  return absl::InternalError("no plans for a projection");
}

absl::Status ProjectionPlans::MakeHeights(OnednnRuntime& runtime, const Heights& heights) {
  MatmulShape matmul{
      heights.back(), shape_.inner, shape_.columns, shape_.inner, shape_.destination_stride,
      shape_.bias};
  auto tallest = MatmulPlan::Create(runtime, matmul);
  if (!tallest.ok()) return tallest.status();
  const PackedFormat format = (*tallest)->format();
  auto packer = Packer::Create(runtime, format, PlainLayout::kColumnsByInner);
  if (!packer.ok()) return packer.status();
  packer_ = *std::move(packer);
  for (std::int64_t height : heights) {
    if (height == heights.back()) break;
    matmul.rows = height;
    auto plan = MatmulPlan::CreateFor(runtime, matmul, format);
    // A height that oneDNN cannot run with these weights is done without, and so is one that it
    // would run with another, perhaps much slower kernel.
    if (!plan.ok() || (*plan)->kernel() != (*tallest)->kernel()) continue;
    heights_.push_back({height, *std::move(plan)});
  }
  heights_.push_back({heights.back(), *std::move(tallest)});
  return absl::OkStatus();
}

absl::StatusOr<bool> ProjectionPlans::SelfTest() {
  const std::int64_t rows = panel_rows();
  const std::int64_t inner = shape_.inner;
  const std::int64_t stride = shape_.destination_stride;
  AlignedBuffer<float> weights(shape_.columns * inner);
  AlignedBuffer<float> bias(shape_.columns);
  AlignedBuffer<float> source(2 * rows * inner);
  AlignedBuffer<float> want(rows * stride);
  AlignedBuffer<float> got(rows * stride);
  FillUneven(weights.data(), shape_.columns * inner);
  FillUneven(bias.data(), shape_.columns);
  FillUneven(source.data(), rows * inner);
  // The rows again, so that a panel may start at any of them.
  std::copy_n(source.data(), rows * inner, source.data() + rows * inner);
  PackedMatrix packed;
  absl::Status status = Pack(0, weights.data(), packed);
  if (!status.ok()) return status;
  status = Run(0, rows, source.data(), packed, bias.data(), want.data());
  if (!status.ok()) return status;

  // Row `first + r` of the reference must come out at position r of a panel that starts there.
  auto agrees = [&](std::int64_t height, std::int64_t first) {
    status.Update(Run(0, height, source.data() + first * inner, packed, bias.data(), got.data()));
    for (std::int64_t r = 0; r < height; ++r) {
      const std::int64_t reference = (first + r) % rows;
      if (!SameRow(got.data() + r * stride, want.data() + reference * stride, shape_.columns)) {
        return false;
      }
    }
    return true;
  };
  for (std::int64_t first : {std::int64_t{1}, std::int64_t{17}, rows / 2, rows - 1}) {
    if (!agrees(rows, first)) return status.ok() ? absl::StatusOr<bool>(false) : status;
  }
  std::vector<Height> kept;
  for (std::size_t i = 0; i + 1 < heights_.size(); ++i) {
    const std::int64_t height = heights_[i].rows;
    if (agrees(height, 0) && agrees(height, 5)) kept.push_back(std::move(heights_[i]));
  }
  kept.push_back(std::move(heights_.back()));
  heights_ = std::move(kept);
  if (!status.ok()) return status;
  return true;
}

const ProjectionPlans::Height& ProjectionPlans::HeightIndex(std::int64_t rows) const {
  return *std::lower_bound(heights_.begin(), heights_.end() - 1, rows,
                           [](const Height& height, std::int64_t r) { return height.rows < r; });
}

absl::Status ProjectionPlans::Pack(int worker, const float* weights, PackedMatrix& packed) const {
  return packer_->Pack(worker, weights, packed);
}

absl::Status ProjectionPlans::Unpack(int worker, const PackedMatrix& packed, float* weights) const {
  return packer_->Unpack(worker, packed, weights);
}

absl::Status ProjectionPlans::Run(int worker, std::int64_t rows, const float* source,
                                  const PackedMatrix& weights, const float* bias,
                                  float* destination) const {
  return HeightIndex(rows).plan->Run(worker, source, weights, bias, destination);
}

}  // namespace headwise
