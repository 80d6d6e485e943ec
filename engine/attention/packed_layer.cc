#include "engine/attention/packed_layer.h"

#include <cstdint>
#include <utility>

#include "engine/attention/stacked_heads.h"

namespace headwise {

PackedLayer::PackedLayer(const ProjectionMaker& maker, LayerSpec spec, const LayerWeights& weights)
    : maker_(maker),
      spec_(std::move(spec)),
      sinks_(weights.sinks),
      relative_bias_(weights.relative_bias),
      adjuster_(spec_, weights) {}

absl::Status PackedLayer::Pack(const LayerWeights& weights) {
  auto fused = FusedHeads::Create(maker_, spec_, weights);
  if (!fused.ok()) return fused.status();
  auto merge = Merge::Create(maker_, spec_, weights);
  if (!merge.ok()) return merge.status();
  fused_ = *std::move(fused);
  merge_ = *std::move(merge);
  head_outputs_ = std::make_unique<HeadOutputs>(maker_.Exact(), spec_, *merge_);
  return absl::OkStatus();
}

bool PackedLayer::row_invariant() const {
  return fused_ == nullptr || (fused_->row_invariant() && merge_->row_invariant());
}

std::int64_t PackedLayer::weights_bytes() const {
  return fused_ == nullptr ? 0 : fused_->weights_bytes() + merge_->weights_bytes();
}

absl::StatusOr<const HeadsForm*> PackedLayer::FormFor(Form form) {
  if (form == Form::kFused) return fused_.get();
  if (stacked_ == nullptr) {
    auto weights = fused_->Unpack();
    if (!weights.ok()) return weights.status();
    auto stacked = StackedHeads::Create(maker_, spec_, *weights);
    if (!stacked.ok()) return stacked.status();
    stacked_ = *std::move(stacked);
  }
  return stacked_.get();
}

}  // namespace headwise
