// Tensors of a checkpoint that are not read.
#ifndef HEADWISE_ENGINE_CHECKPOINT_SKIPPED_TENSORS_H_
#define HEADWISE_ENGINE_CHECKPOINT_SKIPPED_TENSORS_H_

#include <cstdint>
#include <string>

namespace headwise {

struct SkippedTensors {
  std::string names;  // one name with {i} for its numbers, or what they are
  std::int64_t tensors = 0;
  std::string reason;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_SKIPPED_TENSORS_H_
