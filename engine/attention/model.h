// A loaded checkpoint.
#ifndef HEADWISE_ENGINE_ATTENTION_MODEL_H_
#define HEADWISE_ENGINE_ATTENTION_MODEL_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/attention/attention_layer.h"
#include "engine/attention/engine.h"
#include "engine/checkpoint/checkpoint.h"

namespace headwise {

struct ModelLoadOptions {
  // Called after each layer with the layers done and their number. May be empty.
  std::function<void(int done, int total)> progress;
  // Set by any thread to give up (CANCELLED). May be null.
  const std::atomic<bool>* stop = nullptr;
  WeightOptions weights;
};

// All attention layers of a checkpoint, packed and warmed up. Immutable but for the layers'
// Attend, which is thread-safe. Borrows the Engine.
class Model {
 public:
  // Reads, packs and warms up layer by layer, reading one layer ahead: at most two layers are in
  // memory unpacked.
  // Errors: those of Checkpoint::ReadLayer and AttentionLayer::Create; RESOURCE_EXHAUSTED if
  // memory is short.
  static absl::StatusOr<std::unique_ptr<Model>> Load(const Checkpoint& checkpoint, Engine& engine,
                                                     const ModelLoadOptions& options = {});

  const std::string& architecture() const { return architecture_; }
  // Digest of specs and weights, 16 hexadecimal digits, and "-bf16", "-int8" or "-onednn" for
  // other weights or kernels than the default: equal for equal bytes on one machine and build.
  const std::string& version() const { return version_; }
  DType weights_dtype() const { return weights_dtype_; }  // of the checkpoint
  const WeightOptions& weight_options() const { return weight_options_; }
  absl::Span<const std::string> notes() const { return notes_; }
  int layer_count() const { return static_cast<int>(layers_.size()); }
  AttentionLayer& layer(int i) const { return *layers_[i]; }

  // Over all layers.
  bool batch_invariant() const;
  std::int64_t parameters() const;
  std::int64_t weights_bytes() const;

 private:
  Model() = default;
  absl::Status LoadLayers(const Checkpoint& checkpoint, Engine& engine,
                          const ModelLoadOptions& options);

  std::string architecture_;
  std::string version_;
  WeightOptions weight_options_;
  DType weights_dtype_ = DType::kF32;
  std::vector<std::string> notes_;
  std::vector<std::unique_ptr<AttentionLayer>> layers_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_MODEL_H_
