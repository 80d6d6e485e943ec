// Numbers for the kernels' tests.
#ifndef HEADWISE_TESTS_ENGINE_SIMD_RANDOM_VALUES_H_
#define HEADWISE_TESTS_ENGINE_SIMD_RANDOM_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace headwise::testing {

// In [-1, 1), others at each call.
inline std::vector<float> RandomValues(std::int64_t count) {
  static std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = uniform(random);
  return values;
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_ENGINE_SIMD_RANDOM_VALUES_H_
