// Reads a checkpoint's next layer while the last one is packed.
#ifndef HEADWISE_ENGINE_ATTENTION_READ_AHEAD_H_
#define HEADWISE_ENGINE_ATTENTION_READ_AHEAD_H_

#include <future>

#include "absl/status/statusor.h"
#include "engine/checkpoint/checkpoint.h"

namespace headwise {

// One layer ahead, on a thread of its own; where the system refuses a thread, layers are read when
// they are asked for. Borrows the checkpoint. One thread.
class ReadAhead {
 public:
  explicit ReadAhead(const Checkpoint& checkpoint);

  // Layers 0, 1, ... in turn; errors are those of Checkpoint::ReadLayer. Must not be called more
  // often than there are layers. A later layer is read into the memory of `packed`, the layer
  // before or none.
  absl::StatusOr<LayerWeights> Next(LayerWeights packed);

 private:
  void Start();

  const Checkpoint& checkpoint_;
  int next_ = 0;
  LayerWeights spare_;  // the reading thread's, until read_ is ready
  std::future<absl::StatusOr<LayerWeights>> read_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_READ_AHEAD_H_
