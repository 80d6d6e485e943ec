// Golden cases through loader and engine.
#ifndef HEADWISE_TESTS_GOLDEN_ENGINE_ANSWERER_H_
#define HEADWISE_TESTS_GOLDEN_ENGINE_ANSWERER_H_

#include <memory>
#include <vector>

#include "engine/attention/engine.h"
#include "engine/attention/model.h"
#include "tests/golden/golden_check.h"

namespace headwise::testing {

// Borrows the engine; holds the last case's model.
class EngineAnswerer final : public GoldenAnswerer {
 public:
  explicit EngineAnswerer(Engine& engine) : engine_(engine) {}

  absl::Status Open(const GoldenCase& golden) override;
  absl::StatusOr<GoldenAnswer> Ask(const GoldenCase& golden, const GoldenLayer& layer,
                                   Form form) override;

 private:
  absl::Status OpenCore(const GoldenCase& golden);
  absl::StatusOr<AttentionLayer*> Find(const GoldenLayer& layer) const;

  Engine& engine_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<AttentionLayer> core_;  // of a qkv case
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_GOLDEN_ENGINE_ANSWERER_H_
