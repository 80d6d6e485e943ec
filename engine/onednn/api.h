// The two APIs of oneDNN (2.x and 3.x) behind one face, and its exceptions as statuses. Only
// the sources of this folder include this header.
#ifndef HEADWISE_ENGINE_ONEDNN_API_H_
#define HEADWISE_ENGINE_ONEDNN_API_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "dnnl.hpp"

namespace headwise::onednn {

// Descriptors of a matmul; `bias` may be null.
dnnl::matmul::primitive_desc MakeMatmul(const dnnl::engine& engine,
                                        const dnnl::memory::desc& source,
                                        const dnnl::memory::desc& weights,
                                        const dnnl::memory::desc* bias,
                                        const dnnl::memory::desc& destination,
                                        const dnnl::primitive_attr& attributes);

// Attributes with the scratchpad given by the caller: with oneDNN's own, two threads that run
// one primitive overwrite each other's intermediate values.
dnnl::primitive_attr UserScratchpad();

// "avx512_core", "avx2", ...
std::string EffectiveIsa();

// INTERNAL: what failed and oneDNN's status. Never its own text, which may hold addresses.
absl::Status ToStatus(const char* what, dnnl_status_t status);

// Runs `body`, which may throw dnnl::error, and gives its failure as a status.
template <typename Body>
absl::Status Guard(const char* what, Body body) {
  try {
    body();
    return absl::OkStatus();
  } catch (const dnnl::error& error) {
    return ToStatus(what, error.status);
  }
}

// True if the system would give the memory that generated kernels take. oneDNN writes through a
// null pointer where it gets none.
bool RoomForKernels();

// Guard for a body that makes primitives.
template <typename Body>
absl::Status GuardKernels(const char* what, Body body) {
  if (!RoomForKernels()) return ToStatus(what, dnnl_out_of_memory);
  return Guard(what, body);
}

}  // namespace headwise::onednn

#endif  // HEADWISE_ENGINE_ONEDNN_API_H_
