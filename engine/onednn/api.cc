#include "engine/onednn/api.h"

#include <sys/mman.h>

#include <cstddef>

#include "absl/strings/str_cat.h"

namespace headwise::onednn {
namespace {

const char* StatusName(dnnl_status_t status) {
  switch (status) {
    case dnnl_success:
      return "success";
    case dnnl_out_of_memory:
      return "out of memory";
    case dnnl_invalid_arguments:
      return "invalid arguments";
    case dnnl_unimplemented:
      return "unimplemented";
    case dnnl_runtime_error:
      return "runtime error";
    default:
      return "another failure";
  }
}

}  // namespace

dnnl::matmul::primitive_desc MakeMatmul(const dnnl::engine& engine,
                                        const dnnl::memory::desc& source,
                                        const dnnl::memory::desc& weights,
                                        const dnnl::memory::desc* bias,
                                        const dnnl::memory::desc& destination,
                                        const dnnl::primitive_attr& attributes) {
#if DNNL_VERSION_MAJOR >= 3
  if (bias == nullptr) return {engine, source, weights, destination, attributes};
  return {engine, source, weights, *bias, destination, attributes};
#else
  if (bias == nullptr) {
    return {dnnl::matmul::desc(source, weights, destination), attributes, engine};
  }
  return {dnnl::matmul::desc(source, weights, *bias, destination), attributes, engine};
#endif
}

dnnl::primitive_attr UserScratchpad() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

std::string EffectiveIsa() {
  switch (dnnl_get_effective_cpu_isa()) {
    case dnnl_cpu_isa_sse41:
      return "sse41";
    case dnnl_cpu_isa_avx:
      return "avx";
    case dnnl_cpu_isa_avx2:
      return "avx2";
    case dnnl_cpu_isa_avx512_core:
      return "avx512_core";
    case dnnl_cpu_isa_avx512_core_vnni:
      return "avx512_core_vnni";
    case dnnl_cpu_isa_avx512_core_bf16:
      return "avx512_core_bf16";
    case dnnl_cpu_isa_avx512_core_amx:
      return "avx512_core_amx";
#if DNNL_VERSION_MAJOR >= 3
    case dnnl_cpu_isa_avx2_vnni:
      return "avx2_vnni";
    case dnnl_cpu_isa_avx2_vnni_2:
      return "avx2_vnni_2";
    case dnnl_cpu_isa_avx512_core_fp16:
      return "avx512_core_fp16";
    case dnnl_cpu_isa_avx512_core_amx_fp16:
      return "avx512_core_amx_fp16";
#endif
    default:
      return "generic";
  }
}

bool RoomForKernels() {
  constexpr std::size_t kBytes = std::size_t{8} << 20;
  void* room = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, kBytes);
  return true;
}

absl::Status ToStatus(const char* what, dnnl_status_t status) {
  if (status == dnnl_success) return absl::OkStatus();
  const std::string text = absl::StrCat("oneDNN could not ", what, ": ", StatusName(status));
  return status == dnnl_out_of_memory ? absl::ResourceExhaustedError(text)
                                      : absl::InternalError(text);
}

}  // namespace headwise::onednn
