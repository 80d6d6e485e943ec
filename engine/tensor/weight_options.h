// How a model's weights are kept and multiplied.
#ifndef HEADWISE_ENGINE_TENSOR_WEIGHT_OPTIONS_H_
#define HEADWISE_ENGINE_TENSOR_WEIGHT_OPTIONS_H_

namespace headwise {

enum class WeightStorage {
  kF32,
  kBF16,  // rounded to the nearest; exact for a BF16 checkpoint
  kInt8,  // whole numbers from -127 to 127 times a scale for each output
};

// Whose matrix product a model's projections run on.
enum class ProjectionKernels {
  kHighway,  // our own, for every storage; reads weights at memory speed for few rows
  kOnednn,   // oneDNN's matmul; F32 alone
};

struct WeightOptions {
  WeightStorage storage = WeightStorage::kF32;
  ProjectionKernels kernels = ProjectionKernels::kHighway;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_WEIGHT_OPTIONS_H_
