// How a model's weights lie in memory.
#ifndef HEADWISE_ENGINE_TENSOR_WEIGHT_STORAGE_H_
#define HEADWISE_ENGINE_TENSOR_WEIGHT_STORAGE_H_

namespace headwise {

enum class WeightStorage {
  kF32,
  kBF16,  // rounded to the nearest; exact for a BF16 checkpoint
  kInt8,  // whole numbers from -127 to 127 times a scale for each output
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_WEIGHT_STORAGE_H_
