// Where one head's projected queries, keys and values lie.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_

#include <cstdint>

namespace headwise {

// Rows of head_dim floats, one for each row of a batch, `stride` floats apart.
struct RowMatrix {
  const float* data = nullptr;
  std::int64_t stride = 0;

  const float* row(std::int64_t i) const { return data + i * stride; }
};

struct HeadMatrices {
  RowMatrix queries;
  RowMatrix keys;
  RowMatrix values;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_
