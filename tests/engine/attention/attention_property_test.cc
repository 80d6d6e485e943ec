// The engine against the oracle on random shapes, in both forms.
#include <cmath>
#include <cstdint>
#include <random>

#include "engine/attention/attention_layer.h"
#include "gtest/gtest.h"
#include "tests/support/oracle.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using testing::Call;
using testing::Random;

std::int64_t Pick(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

// Mostly short, since the oracle's cost grows with T*T, but up to 300 tokens.
std::int64_t PickTokens(Random& random) {
  return Pick(random, 0, 9) == 0 ? Pick(random, 65, 300) : Pick(random, 1, 64);
}

LayerSpec PickSpec(Random& random) {
  const std::int64_t kv_heads = Pick(random, 1, 3) == 1 ? Pick(random, 1, 4) : 0;
  const std::int64_t heads =
      kv_heads > 0 ? kv_heads * Pick(random, 1, 17 / kv_heads) : Pick(random, 1, 17);
  LayerSpec spec = testing::MakeSpec(Pick(random, 1, 48), heads, kv_heads > 0 ? kv_heads : heads,
                                     Pick(random, 1, 160));
  spec.causal = Pick(random, 0, 1) == 1;
  spec.input_bias = Pick(random, 0, 1) == 1;
  spec.output_projection = Pick(random, 0, 2) > 0;
  spec.output_bias = spec.output_projection && Pick(random, 0, 1) == 1;
  spec.d_out = spec.output_projection ? Pick(random, 1, 48) : spec.query_width();
  return spec;
}

class PropertyTest : public ::testing::TestWithParam<int> {};

// Checks every output of sequence b of a call against the oracle.
void ExpectMatchesOracle(const LayerSpec& spec, const LayerWeights& weights, const Call& call,
                         const Tensor& input, std::int64_t b) {
  const std::int64_t tokens = call.request.tokens();
  const std::int64_t length = call.request.length(b);
  if (length == 0) return;
  const float* x = input.floats() + b * tokens * spec.d_model;
  const testing::OracleOutput want = testing::Attend(spec, weights,
                                                     {{x, x + length * spec.d_model},
                                                      length,
                                                      call.request.causal.value_or(spec.causal),
                                                      call.request.gates});
  auto near = [](const float* got, const double* wanted, std::int64_t count, const char* what) {
    const testing::Difference difference = testing::Compare(got, wanted, count, 1e-5, 1e-4);
    EXPECT_TRUE(difference.within) << what << " differs by " << difference.largest;
  };
  near(call.context.floats() + b * tokens * spec.d_out, want.context.data(), length * spec.d_out,
       "context");
  for (std::int64_t h = 0; h < spec.heads; ++h) {
    const std::int64_t map = b * spec.heads + h;
    near(call.head_context.floats() + map * tokens * spec.head_dim,
         &want.head_context[h * length * spec.head_dim], length * spec.head_dim, "head context");
    near(call.log_sum_exp.floats() + map * tokens, &want.log_sum_exp[h * length], length,
         "log-sum-exp");
    for (std::int64_t i = 0; i < length; ++i) {
      near(call.probabilities.floats() + (map * tokens + i) * tokens,
           &want.probabilities[(h * length + i) * length], length, "probabilities");
    }
  }
}

AttentionRequest PickRequest(Random& random, const LayerSpec& spec, const Tensor& input) {
  AttentionRequest request;
  request.input = input.view();
  if (Pick(random, 0, 1) == 1) {
    for (std::int64_t b = 0; b < request.batch(); ++b) {
      request.lengths.push_back(Pick(random, 0, request.tokens()));
    }
  }
  if (Pick(random, 0, 2) == 0) request.causal = Pick(random, 0, 1) == 1;
  if (Pick(random, 0, 3) == 0) {
    for (std::int64_t h = 0; h < spec.heads; ++h) {
      request.gates.push_back(static_cast<float>(Pick(random, 0, 2)) * 0.5f);
    }
  }
  for (std::int32_t h = 0; h < spec.heads; ++h) {
    request.outputs.head_context_heads.push_back(h);
    request.outputs.probability_heads.push_back(h);
  }
  request.outputs.log_sum_exp = true;
  return request;
}

// Each parameter is a block of 25 of the 500 cases, so that a failure is found again quickly.
TEST_P(PropertyTest, BothFormsMatchTheOracle) {
  Random random(1000 + GetParam());
  auto engine = Engine::Create({/*workers=*/2});
  ASSERT_THAT(engine, testing::IsOk());
  for (int i = 0; i < 25; ++i) {
    const LayerSpec spec = PickSpec(random);
    const LayerWeights weights = testing::RandomWeights(random, spec);
    auto layer = AttentionLayer::Create(**engine, spec, weights);
    ASSERT_THAT(layer, testing::IsOk());
    const Tensor input =
        testing::RandomInput(random, Pick(random, 1, 5), PickTokens(random), spec.d_model);
    Call fused;
    fused.request = PickRequest(random, spec, input);
    Call stacked;
    stacked.request = fused.request;
    stacked.request.form = Form::kStacked;
    testing::Run(**layer, {&fused, &stacked});
    for (const Call* call : {&fused, &stacked}) {
      ASSERT_THAT(call->task.status, testing::IsOk());
      SCOPED_TRACE(::testing::Message()
                   << "case " << i << " " << FormName(call->request.form) << " input "
                   << input.shape().ToString() << " heads " << spec.heads << "/" << spec.kv_heads
                   << " head_dim " << spec.head_dim);
      for (std::int64_t b = 0; b < fused.request.batch(); ++b) {
        ExpectMatchesOracle(spec, weights, *call, input, b);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Blocks, PropertyTest, ::testing::Range(0, 20));

}  // namespace
}  // namespace headwise
