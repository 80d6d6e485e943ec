// Where one head's queries, keys and values lie.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_

#include "engine/simd/tile_product.h"

namespace headwise {

// Rows of head_dim (queries, keys) or value_dim floats.
struct HeadMatrices {
  FloatRows queries;
  FloatRows keys;
  FloatRows values;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_
