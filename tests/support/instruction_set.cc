// Linked into test programs: HEADWISE_TEST_INSTRUCTION_SET=AVX2 or SSE4 keeps our own kernels from
// using more, as ONEDNN_MAX_CPU_ISA does for oneDNN's.
#include <cstdlib>
#include <iostream>
#include <string>

#include "hwy/highway.h"

namespace headwise::testing {
namespace {

bool Restrict() {
  const char* const wanted = std::getenv("HEADWISE_TEST_INSTRUCTION_SET");
  if (wanted == nullptr) return false;
  const std::string set = wanted;
  if (set != "AVX2" && set != "SSE4") {
    std::cerr << "HEADWISE_TEST_INSTRUCTION_SET: expected AVX2 or SSE4, got " << set << "\n";
    std::exit(64);
  }
  hwy::DisableTargets((set == "AVX2" ? HWY_AVX2 : HWY_SSE4) - 1);  // better sets have lower bits
  return true;
}

// Before main, since a process chooses its kernels at the first call.
[[maybe_unused]] const bool kRestricted = Restrict();

}  // namespace
}  // namespace headwise::testing
