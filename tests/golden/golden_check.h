// Holds answers against golden cases.
#ifndef HEADWISE_TESTS_GOLDEN_GOLDEN_CHECK_H_
#define HEADWISE_TESTS_GOLDEN_GOLDEN_CHECK_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/attention_request.h"
#include "engine/tensor/tensor.h"
#include "tests/golden/golden_case.h"

namespace headwise::testing {

// One layer's answer in one form; y is absent for a qkv case.
struct GoldenAnswer {
  Tensor y, z, probs, lse;
};

// Whoever answers: the engine, or a server.
class GoldenAnswerer {
 public:
  virtual ~GoldenAnswerer() = default;
  // Loads the case's checkpoint (if it has one) and compares what it found with case.json.
  virtual absl::Status Open(const GoldenCase& golden) = 0;
  virtual absl::StatusOr<GoldenAnswer> Ask(const GoldenCase& golden, const GoldenLayer& layer,
                                           Form form) = 0;
};

struct GoldenResult {
  std::string failure;  // empty if the case passed
  // Largest |got - want| over layers and forms: "y", "z", "probs", "lse", "forms".
  std::map<std::string, double> differences;
  std::string same_y_group;
  std::vector<float> y;  // of the first layer, fused

  bool passed() const { return failure.empty(); }
};

// Every layer in the fused and the stacked form: context vectors, head contexts, probabilities
// and log-sum-exp against the expected ones within the case's tolerance; both forms against each
// other (2e-6 of the largest |y|); figures that the course's book prints.
GoldenResult CheckGoldenCase(GoldenAnswerer& answerer, const std::string& folder);

// Why `a` and `b` of one same_y_group differ; empty if they agree.
std::string CompareSameY(const GoldenResult& a, const GoldenResult& b);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_GOLDEN_GOLDEN_CHECK_H_
