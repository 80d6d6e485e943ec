// The inside of PackedFormat and PackedMatrix, for the sources of this folder.
#ifndef HEADWISE_ENGINE_ONEDNN_PACKED_MATRIX_IMPL_H_
#define HEADWISE_ENGINE_ONEDNN_PACKED_MATRIX_IMPL_H_

#include <cstddef>
#include <cstdint>

#include "engine/onednn/api.h"
#include "engine/onednn/packed_matrix.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

struct PackedFormat::Impl {
  dnnl::memory::desc desc;
  std::int64_t inner;
  std::int64_t columns;
};

struct PackedMatrix::Impl {
  PackedFormat format;
  AlignedBuffer<std::byte> own;  // empty where the memory was given
  std::byte* data;
  // Made once by whoever packs: making a memory object writes the padding of a blocked layout,
  // which readers on other threads must not do.
  dnnl::memory memory;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ONEDNN_PACKED_MATRIX_IMPL_H_
