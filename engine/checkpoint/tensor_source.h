// The tensors of a checkpoint folder, whether they lie in one file or in shards.
#ifndef HEADWISE_ENGINE_CHECKPOINT_TENSOR_SOURCE_H_
#define HEADWISE_ENGINE_CHECKPOINT_TENSOR_SOURCE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/checkpoint/safetensors_file.h"

namespace headwise {

// A tensor and the file that it lies in; both belong to the TensorSource.
struct StoredTensor {
  const TensorEntry* entry = nullptr;
  const SafetensorsFile* file = nullptr;

  const std::string& name() const { return entry->name; }
};

// Owns the open files. Move-only; StoredTensors stay valid when it moves. Thread-compatible:
// const methods may run on several threads at once.
class TensorSource {
 public:
  // Opens model.safetensors, or if there is none, model.safetensors.index.json and every shard
  // that it names. Symbolic links are followed.
  // NOT_FOUND if there is neither (with a hint when weights of another format lie there) or if a
  // shard is missing; INVALID_ARGUMENT if the index and the shards do not fit; else the errors of
  // SafetensorsFile::Open.
  static absl::StatusOr<TensorSource> Open(const std::string& directory);

  // Sorted by name, each name once.
  absl::Span<const StoredTensor> tensors() const { return tensors_; }
  // Those whose name starts with `prefix`.
  absl::Span<const StoredTensor> WithPrefix(absl::string_view prefix) const;
  // Null if there is none of that name.
  const StoredTensor* Find(absl::string_view name) const;
  // "model.safetensors", or the index.
  const std::string& name() const { return name_; }

 private:
  explicit TensorSource(std::string name) : name_(std::move(name)) {}

  static absl::StatusOr<TensorSource> OpenSharded(const std::string& directory);
  absl::Status AddShard(const std::string& directory, const std::string& shard,
                        absl::Span<const std::string> wanted);
  absl::Status CheckNoTensorTwice() const;
  void Sort();

  std::string name_;
  std::vector<std::unique_ptr<const SafetensorsFile>> files_;
  std::vector<StoredTensor> tensors_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_TENSOR_SOURCE_H_
