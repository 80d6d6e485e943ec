// How a model's weights are kept and multiplied.
#ifndef HEADWISE_ENGINE_ATTENTION_WEIGHT_OPTIONS_H_
#define HEADWISE_ENGINE_ATTENTION_WEIGHT_OPTIONS_H_

#include "engine/tensor/weight_storage.h"

namespace headwise {

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

#endif  // HEADWISE_ENGINE_ATTENTION_WEIGHT_OPTIONS_H_
