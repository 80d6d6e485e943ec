#include "engine/tensor/huge_pages.h"

#include <sys/mman.h>

#include <cstdint>

namespace headwise {

void AdviseHugePages(void* data, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t first = (begin + kHugePageBytes - 1) / kHugePageBytes * kHugePageBytes;
  const std::uintptr_t end = (begin + bytes) / kHugePageBytes * kHugePageBytes;
  if (first < end) {
    madvise(static_cast<std::byte*>(data) + (first - begin), end - first, MADV_HUGEPAGE);
  }
}

}  // namespace headwise
