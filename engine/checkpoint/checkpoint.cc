#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <filesystem>
#include <new>
#include <set>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "engine/checkpoint/architecture.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/tensor_source.h"
#include "engine/checkpoint/weights_reader.h"

namespace headwise {
namespace {

absl::Status CheckFolder(const std::string& directory) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(directory, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    return absl::NotFoundError("the checkpoint folder does not exist");
  }
  if (error) {
    return absl::PermissionDeniedError("the checkpoint folder cannot be examined");
  }
  if (!std::filesystem::is_directory(status)) {
    return absl::InvalidArgumentError(
        "expected a checkpoint folder with config.json and model.safetensors, found a file");
  }
  return absl::OkStatus();
}

absl::Status OutOfMemory() {
  return absl::ResourceExhaustedError("not enough memory to read the checkpoint");
}

std::int64_t BytesOf(const CheckpointPlan& plan) {
  std::int64_t bytes = 0;
  std::set<const TensorEntry*> seen;  // a table of relative biases belongs to many layers
  for (const LayerPlan& layer : plan.layers) {
    for (const TensorPlan& tensor : layer.tensors) {
      const TensorEntry* entry = tensor.tensor.entry;
      if (seen.insert(entry).second) bytes += entry->bytes();
    }
  }
  return bytes;
}

}  // namespace

struct Checkpoint::Impl {
  TensorSource source;
  CheckpointPlan plan;  // points into source
  std::vector<LayerSpec> specs;
  std::int64_t attention_bytes = 0;
};

absl::StatusOr<Checkpoint> Checkpoint::Open(const std::string& directory) {
  try {
    return OpenFolder(directory);
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
}

absl::StatusOr<Checkpoint> Checkpoint::OpenFolder(const std::string& directory) {
  if (absl::Status status = CheckFolder(directory); !status.ok()) return status;
  const absl::StatusOr<Config> config = Config::Open(directory);
  if (!config.ok()) return config.status();
  if (absl::Status status = CheckModelType(*config); !status.ok()) return status;
  absl::StatusOr<TensorSource> source = TensorSource::Open(directory);
  if (!source.ok()) return source.status();
  absl::StatusOr<CheckpointPlan> plan = PlanCheckpoint(*config, *source);
  if (!plan.ok()) return plan.status();
  auto impl = std::make_unique<Impl>(Impl{*std::move(source), *std::move(plan), {}, 0});
  for (const LayerPlan& layer : impl->plan.layers) impl->specs.push_back(layer.spec);
  impl->attention_bytes = BytesOf(impl->plan);
  return Checkpoint(std::move(impl));
}

Checkpoint::Checkpoint(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Checkpoint::Checkpoint(Checkpoint&&) noexcept = default;
Checkpoint& Checkpoint::operator=(Checkpoint&&) noexcept = default;
Checkpoint::~Checkpoint() = default;

const std::string& Checkpoint::architecture() const { return impl_->plan.architecture; }

DType Checkpoint::weights_dtype() const {
  return *impl_->plan.layers[0].tensors[0].tensor.entry->dtype;
}

absl::Span<const LayerSpec> Checkpoint::layers() const { return impl_->specs; }

std::int64_t Checkpoint::attention_bytes() const { return impl_->attention_bytes; }

absl::Span<const std::string> Checkpoint::notes() const { return impl_->plan.notes; }

absl::Span<const SkippedTensors> Checkpoint::skipped() const { return impl_->plan.skipped; }

absl::StatusOr<LayerWeights> Checkpoint::ReadLayer(int layer, LayerWeights memory) const {
  try {
    return ReadWeights(impl_->plan.layers[static_cast<std::size_t>(layer)], std::move(memory));
  } catch (const std::bad_alloc&) {
    return OutOfMemory();
  }
}

}  // namespace headwise
