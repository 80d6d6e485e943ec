#include "client/command/comparison.h"

#include <sstream>

#include "client/command/exit_code.h"
#include "client/command/form_samples.h"
#include "client/command/local_comparison.h"
#include "client/command/progress.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

LayerSpec Spec() {
  LayerSpec spec;
  spec.d_model = 12;
  spec.heads = 4;
  spec.kv_heads = 2;
  spec.head_dim = 3;
  spec.d_out = 12;
  spec.output_projection = true;
  return spec;
}

TEST(MatricesTextTest, CountsEveryHeadsMatrices) {
  EXPECT_EQ(MatricesText(Spec(), Form::kStacked), "8 of 12x3, 1 of 12x12");
  EXPECT_EQ(MatricesText(Spec(), Form::kFused), "1 of 12x24, 1 of 12x12");
}

TEST(MatricesTextTest, WithoutOutputProjection) {
  LayerSpec spec = Spec();
  spec.output_projection = false;
  EXPECT_EQ(MatricesText(spec, Form::kFused), "1 of 12x24");
}

TEST(MatricesTextTest, OfCrossAttention) {
  LayerSpec spec = Spec();
  spec.cross = true;
  spec.key_d_model = 8;
  spec.value_dim = 5;
  EXPECT_EQ(MatricesText(spec, Form::kStacked), "4 of 12x3, 2 of 8x3, 2 of 8x5, 1 of 20x12");
  EXPECT_EQ(MatricesText(spec, Form::kFused), "1 of 12x12, 1 of 8x6, 1 of 8x10, 1 of 20x12");
}

TEST(FormSamplesTest, TakesMedians) {
  FormSamples samples;
  samples.Add(10, 1, 2, 3);
  samples.Add(30, 2, 9, 4);
  samples.Add(20, 3, 4, 5);
  const FormTimes times = samples.Medians();
  EXPECT_EQ(times.total_ns, 20);
  EXPECT_EQ(times.input_projection_ns, 2);
  EXPECT_EQ(times.attention_ns, 4);
  EXPECT_EQ(times.output_projection_ns, 4);
  EXPECT_EQ(times.low_ns, 15);
  EXPECT_EQ(times.high_ns, 25);
}

class LocalComparisonTest : public ::testing::Test {
 protected:
  absl::StatusOr<Comparison> Run(const LocalComparisonOptions& options) {
    Progress progress(console_, "");
    return CompareLocally(options, &progress);
  }

  LocalComparisonOptions Small() const {
    LocalComparisonOptions options;
    options.tokens = 24;
    options.d_model = 16;
    options.heads = {1, 4};
    options.runs = 1;
    options.workers = 1;
    return options;
  }

  std::ostringstream out_;
  Console console_{&out_, &out_};
};

TEST_F(LocalComparisonTest, FormsAgree) {
  const auto comparison = Run(Small());
  ASSERT_TRUE(comparison.ok()) << comparison.status();
  ASSERT_EQ(comparison->layers.size(), 2u);
  for (const ComparedLayer& layer : comparison->layers) {
    EXPECT_GT(layer.largest_output, 0.1);
    EXPECT_LE(layer.largest_difference, 1e-5 * layer.largest_output);
    EXPECT_GT(layer.separate.total_ns, 0);
    EXPECT_GT(layer.fused.attention_ns, 0);
    EXPECT_EQ(layer.visible_pairs, 24 * 25 / 2);
    EXPECT_EQ(layer.spec.parameters(), 4 * 16 * 16);
  }
  EXPECT_EQ(comparison->layers[0].separate_form(), Form::kSingleHead);
  EXPECT_EQ(comparison->layers[1].separate_form(), Form::kStacked);
}

TEST_F(LocalComparisonTest, TheSeedDecidesTheNumbers) {
  LocalComparisonOptions options = Small();
  const double first = Run(options)->layers[1].largest_output;
  EXPECT_EQ(Run(options)->layers[1].largest_output, first);
  options.seed = 2;
  EXPECT_NE(Run(options)->layers[1].largest_output, first);
}

TEST_F(LocalComparisonTest, PrintsTablesAndJson) {
  const auto comparison = Run(Small());
  ASSERT_TRUE(comparison.ok()) << comparison.status();
  PrintComparisonTables(*comparison, console_);
  EXPECT_THAT(out_.str(), HasSubstr("12 of 16x4, 1 of 16x16"));
  EXPECT_THAT(out_.str(), HasSubstr("Z_1..Z_4 [24,4], Z [24,16]"));
  const Json json = ComparisonJson(*comparison);
  EXPECT_EQ(json["layers"][1]["context_shape"].dump(), "[24,16]");
  EXPECT_EQ(json["layers"][1]["forms"][0]["weight_matrices"][0].dump(),
            R"({"count":12,"inputs":16,"outputs":4})");
  EXPECT_EQ(json["layers"][1]["projection_flops"], 2 * 24 * 4 * 16 * 16);
}

struct BadOptions {
  const char* error;
  void (*spoil)(LocalComparisonOptions&);
};

TEST_F(LocalComparisonTest, NamesTheFlag) {
  const BadOptions cases[] = {
      {"--tokens: expected 1..131072, got 0", [](auto& o) { o.tokens = 0; }},
      {"--d-model: expected 1..16384, got 99999", [](auto& o) { o.d_model = 99999; }},
      {"--heads: expected divisors of --d-model 16, got 3",
       [](auto& o) {
         o.heads = {1, 3};
       }},
  };
  for (const BadOptions& bad : cases) {
    LocalComparisonOptions options = Small();
    bad.spoil(options);
    const auto comparison = Run(options);
    EXPECT_THAT(comparison, StatusIs(absl::StatusCode::kInvalidArgument, bad.error));
    EXPECT_EQ(ExitCodeOf(comparison.status()), kExitUsage);
  }
}

}  // namespace
}  // namespace headwise
