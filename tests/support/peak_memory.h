// The process's memory, as Linux counts it.
#ifndef HEADWISE_TESTS_SUPPORT_PEAK_MEMORY_H_
#define HEADWISE_TESTS_SUPPORT_PEAK_MEMORY_H_

namespace headwise::testing {

// Bytes in memory now, from where PeakMemory counts on.
double ResetPeakMemory();
// Most bytes in memory since the last reset.
double PeakMemory();

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SUPPORT_PEAK_MEMORY_H_
