// A transformer checkpoint on disk: which attention layers it holds and their weights.
#ifndef HEADWISE_ENGINE_CHECKPOINT_CHECKPOINT_H_
#define HEADWISE_ENGINE_CHECKPOINT_CHECKPOINT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/checkpoint/skipped_tensors.h"
#include "engine/tensor/dtype.h"

namespace headwise {

// Reads a folder with config.json and either model.safetensors or model.safetensors.index.json
// and its shards. Only attention tensors are read, by bounded reads into private memory (no
// mmap), so a file replaced or cut short meanwhile yields an error, never a crash.
//
// Errors: NOT_FOUND if the folder or a file is missing; INVALID_ARGUMENT for anything that does
// not fit, naming the file, what was expected and what was found; UNIMPLEMENTED for an
// architecture or an option that is not supported, naming it; PERMISSION_DENIED,
// RESOURCE_EXHAUSTED (open files, memory) or INTERNAL if the system refuses. Texts hold file names,
// never folders.
//
// Thread-compatible; const methods may run on several threads at once.
class Checkpoint {
 public:
  static absl::StatusOr<Checkpoint> Open(const std::string& directory);

  Checkpoint(Checkpoint&&) noexcept;
  Checkpoint& operator=(Checkpoint&&) noexcept;
  ~Checkpoint();

  // The row of the architecture table that fits, for example "gpt2".
  const std::string& architecture() const;
  // Type of the first attention weight in the file.
  DType weights_dtype() const;
  // At least one.
  absl::Span<const LayerSpec> layers() const;
  // Bytes of attention tensors in the files, each tensor counted once.
  std::int64_t attention_bytes() const;
  // What was converted or left out, one sentence each.
  absl::Span<const std::string> notes() const;
  // Tensors of the files that no layer reads.
  absl::Span<const SkippedTensors> skipped() const;

  // Reads and widens one layer's weights, and refuses NaN and infinity (INVALID_ARGUMENT naming
  // tensor and index). `layer` must be in range. The result reuses the memory of a layer that is
  // no longer needed, whatever it holds.
  absl::StatusOr<LayerWeights> ReadLayer(int layer, LayerWeights memory = {}) const;

 private:
  struct Impl;
  static absl::StatusOr<Checkpoint> OpenFolder(const std::string& directory);
  explicit Checkpoint(std::unique_ptr<const Impl> impl);

  std::unique_ptr<const Impl> impl_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_CHECKPOINT_H_
