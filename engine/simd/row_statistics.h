// Sums over a row of probabilities.
#ifndef HEADWISE_ENGINE_SIMD_ROW_STATISTICS_H_
#define HEADWISE_ENGINE_SIMD_ROW_STATISTICS_H_

#include <cstdint>

namespace headwise {

struct RowSums {
  double entropy = 0;   // -sum p ln p
  double largest = 0;   // largest p
  double distance = 0;  // sum p |first_distance - column|
};

// Adds `count` probabilities of a row to `sums`; the column of the first is 0. Thread-safe.
void AddToRowSums(const float* probabilities, std::int64_t count, float first_distance,
                  RowSums& sums);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_ROW_STATISTICS_H_
