// The inside of OnednnRuntime, for the sources of this folder.
#ifndef HEADWISE_ENGINE_ONEDNN_RUNTIME_IMPL_H_
#define HEADWISE_ENGINE_ONEDNN_RUNTIME_IMPL_H_

#include <cstddef>
#include <vector>

#include "engine/onednn/api.h"
#include "engine/onednn/runtime.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

struct OnednnRuntime::Impl {
  struct Worker {
    dnnl::stream stream;
    AlignedBuffer<std::byte> scratchpad;  // grown by the worker itself
  };

  dnnl::engine engine;
  std::vector<Worker> workers;

  std::byte* Scratchpad(int worker, std::size_t bytes) {
    workers[worker].scratchpad.EnsureSize(bytes);
    return workers[worker].scratchpad.data();
  }
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ONEDNN_RUNTIME_IMPL_H_
