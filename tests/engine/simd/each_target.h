// Runs a test's body once for each instruction set.
#ifndef HEADWISE_TESTS_ENGINE_SIMD_EACH_TARGET_H_
#define HEADWISE_TESTS_ENGINE_SIMD_EACH_TARGET_H_

#include <cstdint>

#include "gtest/gtest.h"
#include "hwy/highway.h"

namespace headwise::testing {

// Every set that this machine has and the build generated, from the best to the plainest.
template <typename Body>
void ForEachTarget(Body body) {
  const auto use = [](std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  };
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    use(target);
    body();
  }
  use(0);
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_ENGINE_SIMD_EACH_TARGET_H_
