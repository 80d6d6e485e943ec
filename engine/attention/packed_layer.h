// What a layer keeps: rules, packed weights and the forms that use them.
#ifndef HEADWISE_ENGINE_ATTENTION_PACKED_LAYER_H_
#define HEADWISE_ENGINE_ATTENTION_PACKED_LAYER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/attention/fused_heads.h"
#include "engine/attention/head_adjuster.h"
#include "engine/attention/head_outputs.h"
#include "engine/attention/heads_form.h"
#include "engine/attention/merge.h"
#include "engine/attention/projection_maker.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Owned by its AttentionLayer, borrows the plan cache. Everything that packs, and `adjuster` and
// `head_outputs`, is for whoever holds the engine's mutex; the rest is constant after Pack.
class PackedLayer {
 public:
  PackedLayer(const ProjectionMaker& maker, LayerSpec spec, const LayerWeights& weights);

  // Not for a layer without input projection, which has nothing to pack.
  absl::Status Pack(const LayerWeights& weights);

  const LayerSpec& spec() const { return spec_; }
  const std::vector<float>& sinks() const { return sinks_; }
  const std::vector<float>& relative_bias() const { return relative_bias_; }
  bool row_invariant() const;
  std::int64_t weights_bytes() const;

  // The stacked form is made from the fused weights when first asked for.
  absl::StatusOr<const HeadsForm*> FormFor(Form form);
  HeadAdjuster& adjuster() { return adjuster_; }
  // Null without projections.
  const Merge* merge() const { return merge_.get(); }
  HeadOutputs* head_outputs() { return head_outputs_.get(); }

 private:
  const ProjectionMaker maker_;
  const LayerSpec spec_;
  const std::vector<float> sinks_;
  const std::vector<float> relative_bias_;
  HeadAdjuster adjuster_;
  std::unique_ptr<FusedHeads> fused_;
  std::unique_ptr<Merge> merge_;
  std::unique_ptr<HeadOutputs> head_outputs_;
  std::unique_ptr<HeadsForm> stacked_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PACKED_LAYER_H_
