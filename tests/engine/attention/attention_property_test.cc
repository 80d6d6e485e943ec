// The engine against the oracle on 2,000 random combinations of options, in both forms.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>

#include "engine/attention/attention_layer.h"
#include "engine/attention/tile_sizes.h"
#include "gtest/gtest.h"
#include "tests/support/oracle.h"
#include "tests/support/random_case.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using testing::Call;
using testing::OracleOutput;
using testing::Random;

// Holds one sequence of a call against the oracle.
class Checker {
 public:
  Checker(const LayerSpec& spec, const LayerWeights& weights, const Call& call, std::int64_t b)
      : spec_(spec),
        call_(call),
        b_(b),
        tokens_(call.request.tokens()),
        keys_(call.request.keys()),
        want_(testing::Attend(spec, weights, call.request, b)) {}

  void CheckAll() {
    const OutputSelection& outputs = call_.request.outputs;
    if (outputs.context) CheckRows(call_.context, 1, 0, want_.context, 0, spec_.d_out, "context");
    CheckHeads(call_.head_context, outputs.head_context_heads, want_.head_context,
               spec_.value_head_dim(), "head context");
    CheckHeads(call_.contributions, outputs.contribution_heads, want_.contributions, spec_.d_out,
               "contributions");
    std::vector<std::int32_t> heads(spec_.heads);
    std::iota(heads.begin(), heads.end(), 0);
    CheckHeads(call_.log_sum_exp, heads, want_.log_sum_exp, 1, "log-sum-exp");
    CheckMap(call_.probabilities, outputs.probabilities, want_.probabilities, "probabilities");
    CheckMap(call_.scores, outputs.scores, want_.scores, "scores");
    CheckTopKeys();
    CheckStatistics();
  }

 private:
  void Near(const float* got, const double* want, std::int64_t count, const char* what) {
    const testing::Difference difference = testing::Compare(got, want, count, 1e-5, 1e-4);
    EXPECT_TRUE(difference.within) << what << " differs by " << difference.largest;
  }

  // Rows of head `index` of `heads` in a tensor [B,heads,Tq,width].
  void CheckRows(const Tensor& got, std::int64_t heads, std::int64_t index,
                 const std::vector<double>& want, std::int64_t head, std::int64_t width,
                 const char* what) {
    Near(got.floats() + (b_ * heads + index) * tokens_ * width,
         want.data() + head * want_.queries * width, want_.queries * width, what);
  }

  void CheckHeads(const Tensor& got, const std::vector<std::int32_t>& heads,
                  const std::vector<double>& want, std::int64_t width, const char* what) {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      CheckRows(got, static_cast<std::int64_t>(heads.size()), static_cast<std::int64_t>(i), want,
                heads[i], width, what);
    }
  }

  // Calls check(row of the answer, query, head) for all that was asked of this sequence.
  template <typename Check>
  void ForEachRow(const RowSelection& selection, Check check) {
    const std::int64_t rows = selection.row_count(tokens_);
    for (std::size_t h = 0; h < selection.heads.size(); ++h) {
      for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t query = selection.rows.empty() ? r : selection.rows[r];
        const std::int64_t map =
            b_ * static_cast<std::int64_t>(selection.heads.size()) + static_cast<std::int64_t>(h);
        if (query < want_.queries) check(map * rows + r, query, selection.heads[h]);
      }
    }
  }

  void CheckMap(const Tensor& got, const RowSelection& selection, const std::vector<double>& want,
                const char* what) {
    ForEachRow(selection, [&](std::int64_t row, std::int64_t query, std::int32_t head) {
      Near(got.floats() + row * keys_, &want[(head * want_.queries + query) * keys_], keys_, what);
    });
  }

  // Keys of nearly equal probability may change places, so weights are compared, and that each
  // key has the weight that is told.
  void CheckTopKeys() {
    const OutputSelection& outputs = call_.request.outputs;
    const std::int64_t count = outputs.top_count;
    ForEachRow(outputs.top_keys, [&](std::int64_t row, std::int64_t query, std::int32_t head) {
      const std::int64_t map = (head * want_.queries + query) * keys_;
      std::vector<double> seen;
      for (std::int64_t j = 0; j < keys_; ++j) {
        if (want_.scores[map + j] > -std::numeric_limits<double>::infinity()) {
          seen.push_back(want_.probabilities[map + j]);
        }
      }
      std::sort(seen.begin(), seen.end(), std::greater<>());
      for (std::int64_t k = 0; k < count; ++k) {
        std::int32_t key = 0;
        std::memcpy(&key, call_.top_keys.view().data() + (row * count + k) * 4, 4);
        const float weight = call_.top_weights.floats()[row * count + k];
        const bool exists = k < static_cast<std::int64_t>(seen.size());
        ASSERT_EQ(key >= 0, exists) << "top key " << k;
        const double expected = exists ? seen[k] : 0;
        Near(&weight, &expected, 1, "top weight");
        if (exists) Near(&weight, &want_.probabilities[map + key], 1, "weight of top key");
      }
    });
  }

  void CheckStatistics() {
    const RowSelection& selection = call_.request.outputs.statistics;
    std::vector<std::int64_t> rows = selection.rows;
    if (rows.empty()) {
      rows.resize(tokens_);
      std::iota(rows.begin(), rows.end(), 0);
    }
    for (std::size_t h = 0; h < selection.heads.size(); ++h) {
      const std::vector<double> want =
          testing::Statistics(want_, selection.heads[h], rows, keys_, keys_ - tokens_);
      const std::int64_t map =
          b_ * static_cast<std::int64_t>(selection.heads.size()) + static_cast<std::int64_t>(h);
      Near(call_.statistics.floats() + map * kHeadStatistics, want.data(), kHeadStatistics,
           "statistics");
    }
  }

  const LayerSpec& spec_;
  const Call& call_;
  const std::int64_t b_;
  const std::int64_t tokens_;
  const std::int64_t keys_;
  const OracleOutput want_;
};

std::string Describe(const LayerSpec& spec, const AttentionRequest& request) {
  std::ostringstream text;
  text << FormName(request.form) << " input " << request.input.shape().ToString() << " keys "
       << request.keys() << " heads " << spec.heads << "/" << spec.kv_heads << " widths "
       << spec.head_dim << "," << spec.value_head_dim() << " projections " << spec.input_projection
       << " cross " << spec.cross << " rope " << RopeScalingName(spec.rope.scaling) << " "
       << spec.rope.dims << " norm " << NormKindName(spec.qk_norm.kind) << " window " << spec.window
       << " softcap " << spec.softcap << " sinks " << spec.sinks << " alibi "
       << spec.alibi_slopes.size() << " masks " << request.masks.size();
  return text.str();
}

class PropertyTest : public ::testing::TestWithParam<int> {
 protected:
  void CheckCase(AttentionLayer& layer, const LayerWeights& weights) {
    testing::RandomRequest picked;
    testing::PickRequest(random_, layer.spec(), picked);
    Call fused;
    fused.request = picked.request;
    Call stacked;
    stacked.request = picked.request;
    if (layer.spec().input_projection) stacked.request.form = Form::kStacked;
    testing::Run(layer, {&fused, &stacked});
    for (const Call* call : {&fused, &stacked}) {
      ASSERT_THAT(call->task.status, testing::IsOk());
      SCOPED_TRACE(Describe(layer.spec(), call->request));
      for (std::int64_t b = 0; b < call->request.batch(); ++b) {
        Checker(layer.spec(), weights, *call, b).CheckAll();
      }
    }
  }

  Random random_{static_cast<Random::result_type>(1000 + GetParam())};
};

// Each parameter is a block of 50 of the 2,000 cases, so that a failure is found again quickly.
TEST_P(PropertyTest, BothFormsMatchTheOracle) {
  auto engine = Engine::Create({/*workers=*/2});
  ASSERT_THAT(engine, testing::IsOk());
  for (int i = 0; i < 25; ++i) {
    const LayerSpec spec = testing::PickSpec(random_);
    const LayerWeights weights = testing::RandomWeights(random_, spec);
    auto layer = AttentionLayer::Create(**engine, spec, weights);
    ASSERT_THAT(layer, testing::IsOk());
    for (int j = 0; j < 2 && !HasFailure(); ++j) CheckCase(**layer, weights);
  }
}

struct LongCase {
  std::int64_t head_dim;
  std::int64_t tokens;
};

class SeveralTilesTest : public ::testing::TestWithParam<LongCase> {};

// The rows lie round the ends of tiles and of what a window sees.
TEST_P(SeveralTilesTest, MatchTheOracle) {
  const auto [head_dim, tokens] = GetParam();
  ASSERT_GT(tokens, TileKeys({head_dim, head_dim}));
  Random random{3};
  LayerSpec spec = testing::MakeSpec(/*d_model=*/24, /*heads=*/2, /*kv_heads=*/1, head_dim);
  const LayerWeights weights = testing::RandomWeights(random, spec);
  const Tensor input = testing::RandomInput(random, 2, tokens, 24);
  auto engine = Engine::Create({/*workers=*/2});
  ASSERT_THAT(engine, testing::IsOk());
  for (std::int64_t window : {0, 50}) {
    spec.causal = true;
    spec.window = window;
    auto layer = AttentionLayer::Create(**engine, spec, weights);
    ASSERT_THAT(layer, testing::IsOk());
    Call call;
    call.request.input = input.view();
    call.request.lengths = {tokens, tokens - 7};
    call.request.outputs.log_sum_exp = true;
    call.request.outputs.head_context_heads = {1};
    const auto last = static_cast<std::int32_t>(tokens - 1);
    call.request.outputs.probabilities = {{0, 1}, {0, 63, 127, 128, 192, last - 7, last}};
    testing::Run(**layer, {&call});
    ASSERT_THAT(call.task.status, testing::IsOk());
    for (std::int64_t b : {0, 1}) Checker(spec, weights, call, b).CheckAll();
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, SeveralTilesTest,
                         ::testing::Values(LongCase{16, 1100}, LongCase{640, 450}));

INSTANTIATE_TEST_SUITE_P(Blocks, PropertyTest, ::testing::Range(0, 40));

}  // namespace
}  // namespace headwise
