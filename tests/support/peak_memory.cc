#include "tests/support/peak_memory.h"

#include <malloc.h>

#include <fstream>
#include <string>

namespace headwise::testing {
namespace {

// A field of /proc/self/status that counts KiB.
double StatusBytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kib = 0;
    if (word == field && status >> kib) return kib * 1024;
  }
  return 0;
}

}  // namespace

double ResetPeakMemory() {
  malloc_trim(0);  // what was freed before must not be found again for nothing
  std::ofstream("/proc/self/clear_refs") << "5";
  return StatusBytes("VmRSS:");
}

double PeakMemory() { return StatusBytes("VmHWM:"); }

}  // namespace headwise::testing
