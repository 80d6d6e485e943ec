#include "engine/attention/projection.h"

#include <algorithm>
#include <cstdint>

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

std::int64_t Projection::Columns(int first_block, int end_block) const {
  const auto begin_of = [this](int i) { return i < blocks() ? block(i).first_column : columns_; };
  return begin_of(end_block) - begin_of(first_block);
}

}  // namespace headwise
