#include "engine/attention/model.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/attention/read_ahead.h"
#include "engine/attention/weights_digest.h"

namespace headwise {
namespace {

// What changes bytes beside specs and weights.
const char* VersionSuffix(const WeightOptions& options) {
  if (options.kernels == ProjectionKernels::kOnednn) return "-onednn";
  switch (options.storage) {
    case WeightStorage::kBF16:
      return "-bf16";
    case WeightStorage::kInt8:
      return "-int8";
    case WeightStorage::kF32:
      break;
  }
  return "";
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> Model::Load(const Checkpoint& checkpoint, Engine& engine,
                                                   const ModelLoadOptions& options) {
  try {
    auto model = std::unique_ptr<Model>(new Model());
    model->architecture_ = checkpoint.architecture();
    model->weights_dtype_ = checkpoint.weights_dtype();
    model->weight_options_ = options.weights;
    model->notes_.assign(checkpoint.notes().begin(), checkpoint.notes().end());
    absl::Status status = model->LoadLayers(checkpoint, engine, options);
    if (!status.ok()) return status;
    return model;
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("not enough memory to load the weights");
  }
}

absl::Status Model::LoadLayers(const Checkpoint& checkpoint, Engine& engine,
                               const ModelLoadOptions& options) {
  WeightsDigest digest;
  ReadAhead reader(checkpoint);
  LayerWeights weights;
  const int total = static_cast<int>(checkpoint.layers().size());
  for (int i = 0; i < total; ++i) {
    if (options.stop != nullptr && options.stop->load()) {
      return absl::CancelledError("loading was given up");
    }
    auto next = reader.Next(std::move(weights));
    if (!next.ok()) return next.status();
    weights = *std::move(next);
    digest.Add(checkpoint.layers()[i], weights);
    auto layer = AttentionLayer::Create(engine, checkpoint.layers()[i], weights, options.weights);
    if (!layer.ok()) {
      return absl::Status(layer.status().code(),
                          absl::StrCat("layer ", i, ": ", layer.status().message()));
    }
    layers_.push_back(*std::move(layer));
    if (options.progress) options.progress(i + 1, total);
  }
  version_ = absl::StrCat(digest.ToString(), VersionSuffix(options.weights));
  return absl::OkStatus();
}

bool Model::batch_invariant() const {
  return std::all_of(layers_.begin(), layers_.end(),
                     [](const auto& layer) { return layer->batch_invariant(); });
}

std::int64_t Model::parameters() const {
  std::int64_t sum = 0;
  for (const auto& layer : layers_) sum += layer->spec().parameters();
  return sum;
}

std::int64_t Model::weights_bytes() const {
  std::int64_t sum = 0;
  for (const auto& layer : layers_) sum += layer->weights_bytes();
  return sum;
}

}  // namespace headwise
