// What the tests of planning a checkpoint share.
#ifndef HEADWISE_TESTS_ENGINE_CHECKPOINT_PLAN_FIXTURE_H_
#define HEADWISE_TESTS_ENGINE_CHECKPOINT_PLAN_FIXTURE_H_

#include <string>
#include <vector>

#include "engine/checkpoint/architecture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {

// D = 8, two heads.
inline constexpr char kGpt2[] = R"({"model_type":"gpt2","n_embd":8,"n_head":2,"n_layer":1})";

inline std::vector<FakeTensor> Gpt2Layer(const std::string& module) {
  return {{module + ".c_attn.weight", {8, 24}},
          {module + ".c_attn.bias", {24}},
          {module + ".c_proj.weight", {8, 8}},
          {module + ".c_proj.bias", {8}}};
}

// One head of the course: [4,6] each.
inline std::vector<FakeTensor> CourseHead() {
  return {{"W_query.weight", {4, 6}}, {"W_key.weight", {4, 6}}, {"W_value.weight", {4, 6}}};
}

// Plans a checkpoint of these tensors.
class PlanTest : public ::testing::Test {
 protected:
  absl::StatusOr<CheckpointPlan> Plan(const std::string& config,
                                      const std::vector<FakeTensor>& tensors) {
    source_.push_back(MakeSource(dir_, tensors));
    return PlanCheckpoint(Config::Parse(config).value(), source_.back());
  }
  void ExpectRefused(const std::string& config, const std::vector<FakeTensor>& tensors,
                     const std::string& message) {
    EXPECT_THAT(Plan(config, tensors),
                StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr(message)));
  }
  void ExpectUnimplemented(const std::string& config, const std::vector<FakeTensor>& tensors,
                           const std::string& message) {
    EXPECT_THAT(Plan(config, tensors),
                StatusIs(absl::StatusCode::kUnimplemented, ::testing::HasSubstr(message)));
  }

  TempDir dir_;
  std::vector<TensorSource> source_;
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_ENGINE_CHECKPOINT_PLAN_FIXTURE_H_
