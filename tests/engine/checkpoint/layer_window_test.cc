#include "engine/checkpoint/layer_window.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

WindowRule Rule() {
  WindowRule rule;
  rule.field = "sliding_window";
  return rule;
}

std::vector<std::int64_t> Windows(const WindowRule& rule, const std::string& config, int layers) {
  std::vector<std::int64_t> windows;
  for (int i = 0; i < layers; ++i) {
    windows.push_back(ReadWindow(rule, *Config::Parse(config), i).value());
  }
  return windows;
}

TEST(LayerWindowTest, EveryPeriodThLayerSeesAll) {
  WindowRule rule = Rule();
  rule.period = "sliding_window_pattern";
  rule.period_absent = 3;
  EXPECT_THAT(Windows(rule, R"({"sliding_window":7})", 4), ElementsAre(7, 7, 0, 7));
  EXPECT_THAT(Windows(rule, R"({"sliding_window":7,"sliding_window_pattern":2})", 4),
              ElementsAre(7, 0, 7, 0));
}

TEST(LayerWindowTest, NullAndAbsentDiffer) {
  WindowRule rule = Rule();
  rule.absent = 128;
  EXPECT_THAT(Windows(rule, "{}", 1), ElementsAre(128));
  EXPECT_THAT(Windows(rule, R"({"sliding_window":null})", 1), ElementsAre(0));
  EXPECT_THAT(Windows(WindowRule{}, R"({"sliding_window":7})", 1), ElementsAre(0));
}

TEST(LayerWindowTest, LayerTypesDecide) {
  const std::string types = R"("layer_types":["full_attention","sliding_attention"])";
  EXPECT_THAT(Windows(Rule(), R"({"sliding_window":7,)" + types + "}", 2), ElementsAre(0, 7));
  EXPECT_THAT(ReadWindow(Rule(), *Config::Parse("{" + types + "}"), 1),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("sliding_window: expected a length, as layer_types calls")));
  EXPECT_THAT(ReadWindow(Rule(), *Config::Parse("{" + types + "}"), 2),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("layer_types: expected a type for layer 2, found 2 types")));
  EXPECT_THAT(ReadWindow(Rule(), *Config::Parse(R"({"layer_types":["linear_attention"]})"), 0),
              StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("\"linear_attention\" is not")));
}

TEST(LayerWindowTest, LengthsOutOfRange) {
  EXPECT_THAT(ReadWindow(Rule(), *Config::Parse(R"({"sliding_window":0})"), 0),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("sliding_window: expected 1 to 1099511627776 or null, found 0")));
}

}  // namespace
}  // namespace headwise
