// Linked into test programs: HEADWISE_TEST_INSTRUCTION_SET=AVX2 keeps our own kernels from using
// more than AVX2, as ONEDNN_MAX_CPU_ISA=AVX2 does for oneDNN's.
#include <cstdlib>
#include <string>

#include "hwy/highway.h"

namespace headwise::testing {
namespace {

bool Restrict() {
  const char* const wanted = std::getenv("HEADWISE_TEST_INSTRUCTION_SET");
  if (wanted == nullptr || std::string(wanted) != "AVX2") return false;
  hwy::DisableTargets(HWY_AVX2 - 1);  // better sets have lower bits
  return true;
}

// Before main, since a process chooses its kernels at the first call.
[[maybe_unused]] const bool kRestricted = Restrict();

}  // namespace
}  // namespace headwise::testing
