// Runs golden cases through loader and engine.
#ifndef HEADWISE_TESTS_GOLDEN_GOLDEN_CHECK_H_
#define HEADWISE_TESTS_GOLDEN_GOLDEN_CHECK_H_

#include <map>
#include <string>

#include "engine/attention/engine.h"
#include "tests/golden/golden_case.h"

namespace headwise::testing {

enum class Verdict { kPassed, kFailed, kSkipped };

struct GoldenResult {
  Verdict verdict = Verdict::kPassed;
  std::string reason;  // of a failure or a skip
  // Largest |got - want| over layers and forms: "y", "z", "probs", "lse".
  std::map<std::string, double> differences;
};

// Every layer in the fused and the stacked form: context vectors, head contexts, probabilities
// and log-sum-exp against the expected ones within the case's tolerance; both forms against each
// other (2e-6 of the largest |y|); the loader's facts against case.json; figures that the
// course's book prints. Skipped only if the loader or the runner says that an architecture or an
// option is not supported.
GoldenResult CheckGoldenCase(Engine& engine, const std::string& folder);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_GOLDEN_GOLDEN_CHECK_H_
