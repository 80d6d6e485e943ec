// Where one head's queries, keys and values lie.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_

#include <cstdint>

namespace headwise {

// Rows of head_dim floats, `stride` floats apart.
struct RowMatrix {
  const float* data = nullptr;
  std::int64_t stride = 0;

  const float* row(std::int64_t i) const { return data + i * stride; }
  RowMatrix From(std::int64_t first) const { return {row(first), stride}; }
};

struct HeadMatrices {
  RowMatrix queries;
  RowMatrix keys;
  RowMatrix values;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_MATRICES_H_
