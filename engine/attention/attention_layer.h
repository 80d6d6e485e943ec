// The one entry point of an attention layer.
#ifndef HEADWISE_ENGINE_ATTENTION_ATTENTION_LAYER_H_
#define HEADWISE_ENGINE_ATTENTION_ATTENTION_LAYER_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/attention/attention_request.h"
#include "engine/attention/attention_task.h"
#include "engine/attention/engine.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/tensor/weight_options.h"

namespace headwise {

// Packed weights of a layer and the forms that compute with them. Owned by its Model (or by a
// caller of Create); borrows the Engine, which must outlive it.
//
// Thread-safe; batches of several threads run one after the other on the engine's workers.
//
//   auto layer = AttentionLayer::Create(**engine, spec, weights);
//   AttentionRequest request;  request.input = embeddings.view();
//   auto shapes = (*layer)->Validate(request);       // then make room for the outputs
//   AttentionTask task;  task.request = &request;  task.outputs.context = context.mutable_view();
//   AttentionTask* batch[] = {&task};
//   (*layer)->Attend(batch);                         // task.status, task.timings
class AttentionLayer {
 public:
  // INVALID_ARGUMENT if weights do not have the sizes of `spec`; INTERNAL if oneDNN refuses;
  // RESOURCE_EXHAUSTED if memory is short. Packs, makes plans and warms up; for a layer without
  // input projection (CoreSpec) it does none of that, never waits, and costs next to nothing.
  static absl::StatusOr<std::unique_ptr<AttentionLayer>> Create(Engine& engine, LayerSpec spec,
                                                                const LayerWeights& weights,
                                                                const WeightOptions& options = {});
  ~AttentionLayer();

  const LayerSpec& spec() const;
  // True if a row's projections do not depend on the rows beside it (for oneDNN's kernels: if a
  // self-test at Create showed that), so that a task's bytes do not depend on its batch.
  bool batch_invariant() const;
  // Bytes that the packed weights take.
  std::int64_t weights_bytes() const;

  // As ValidateRequest; also INVALID_ARGUMENT for a form that the layer does not have.
  absl::StatusOr<OutputShapes> Validate(const AttentionRequest& request) const;

  // Computes all tasks, which may differ in shape, options and wanted outputs; rows of all of
  // them are projected together. Every task must have passed Validate and have its outputs.
  // Returns when all are done, each with its own status: OK, CANCELLED (its stop flag was set),
  // RESOURCE_EXHAUSTED (memory) or INTERNAL. Finite inputs give the same bytes alone and in any
  // batch, on any number of workers (if batch_invariant).
  void Attend(absl::Span<AttentionTask* const> tasks);

 private:
  class Impl;
  explicit AttentionLayer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ATTENTION_LAYER_H_
