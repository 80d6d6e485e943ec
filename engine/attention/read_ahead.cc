#include "engine/attention/read_ahead.h"

#include <cstddef>
#include <system_error>
#include <utility>

namespace headwise {

ReadAhead::ReadAhead(const Checkpoint& checkpoint) : checkpoint_(checkpoint) { Start(); }

void ReadAhead::Start() {
  if (static_cast<std::size_t>(next_) == checkpoint_.layers().size()) {
    spare_ = {};
    return;
  }
  const auto read = [this, layer = next_++] {
    return checkpoint_.ReadLayer(layer, std::move(spare_));
  };
  try {
    read_ = std::async(std::launch::async, read);
  } catch (const std::system_error&) {
    read_ = std::async(std::launch::deferred, read);
  }
}

absl::StatusOr<LayerWeights> ReadAhead::Next(LayerWeights packed) {
  absl::StatusOr<LayerWeights> weights = read_.get();
  spare_ = std::move(packed);
  Start();
  return weights;
}

}  // namespace headwise
