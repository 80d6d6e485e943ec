// Looks up the tensors of one attention layer.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_FINDER_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_FINDER_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/layer_locator.h"
#include "engine/checkpoint/tensor_source.h"

namespace headwise {

// Borrows all that it is given. For one use on one thread.
class LayerFinder {
 public:
  // `module` is the layer's path, `index` its number.
  LayerFinder(const ArchitectureRow& row, const Section& section, const TensorSource& source,
              std::string module, std::int64_t index);

  // Errors of LocateLayers about one layer.
  absl::StatusOr<LocatedLayer> Find();

 private:
  std::string Path(absl::string_view name) const;
  absl::Span<const StoredTensor> ModuleTensors() const;
  absl::string_view InModule(const StoredTensor& tensor) const;
  absl::Status CheckSupported() const;
  std::int64_t CountHeads() const;
  void FindInputs();
  void FindNorms();
  void FindExtras();
  std::vector<LocatedProjection> LookNorm(const std::string& weight, const std::string& bias);
  const StoredTensor* Take(absl::string_view name, std::int64_t head, bool required);
  LocatedProjection Look(const Projection& projection, std::int64_t head, bool required);
  bool IsBuffer(const StoredTensor& tensor) const;
  absl::Status Missing() const;
  absl::Status CheckAllKnown();

  const ArchitectureRow& row_;
  const Section& section_;
  const TensorSource& source_;
  LocatedLayer layer_;
  std::set<const StoredTensor*> used_;
  std::vector<std::string> missing_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_FINDER_H_
