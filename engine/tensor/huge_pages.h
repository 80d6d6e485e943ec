// Large pages for large memory.
#ifndef HEADWISE_ENGINE_TENSOR_HUGE_PAGES_H_
#define HEADWISE_ENGINE_TENSOR_HUGE_PAGES_H_

#include <cstddef>

namespace headwise {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;
// From here on it pays to align memory to a huge page.
inline constexpr std::size_t kLargeBytes = 2 * kHugePageBytes;

// Asks the system to back the whole huge pages within this range by such: fewer page faults and
// address translations. No more than a hint; refusal does no harm. Thread-safe.
void AdviseHugePages(void* data, std::size_t bytes);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_HUGE_PAGES_H_
