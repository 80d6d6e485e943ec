#include "tests/golden/golden_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/attention/attend.h"
#include "engine/attention/model.h"
#include "engine/checkpoint/checkpoint.h"

namespace headwise::testing {
namespace {

// One layer's answer in one form.
struct Answer {
  AttentionRequest request;
  Tensor y, z, probs, lse;
};

class Checker {
 public:
  Checker(const GoldenCase& golden, GoldenResult& result) : golden_(golden), result_(result) {}

  bool failed() const { return result_.verdict == Verdict::kFailed; }

  void Fail(std::string reason) {
    if (failed()) return;  // the first reason is told
    result_.verdict = Verdict::kFailed;
    result_.reason = std::move(reason);
  }

  void CheckFacts(int i, const LayerSpec& spec) {
    const GoldenLayer& want = golden_.layers[i];
    if (spec.heads != want.heads || spec.kv_heads != want.kv_heads ||
        spec.head_dim != want.head_dim || std::fabs(spec.scale - want.scale) > 1e-6) {
      Fail(absl::StrCat("layer ", i, ": expected ", want.heads, "/", want.kv_heads, " heads of ",
                        want.head_dim, " and scale ", want.scale, ", got ", spec.heads, "/",
                        spec.kv_heads, ", ", spec.head_dim, ", ", spec.scale));
    }
  }

  void CheckAnswer(int i, const Answer& answer) {
    Compare(i, "y", answer.y, 1, answer);
    Compare(i, "z", answer.z, answer.z.shape().dim(1), answer);
    Compare(i, "probs", answer.probs, answer.probs.shape().dim(1), answer);
    Compare(i, "lse", answer.lse, answer.lse.shape().dim(1), answer);
  }

  void CheckFormsAgree(const Tensor& fused, const Tensor& stacked) {
    double largest = 0;
    double difference = 0;
    for (std::int64_t i = 0; i < fused.shape().elements(); ++i) {
      largest = std::max<double>(largest, std::fabs(fused.floats()[i]));
      difference = std::max<double>(difference, std::fabs(fused.floats()[i] - stacked.floats()[i]));
    }
    Note("forms", difference);
    if (!(difference <= 2e-6 * largest)) {
      Fail(absl::StrCat("forms differ by ", difference, " at a largest |y| of ", largest));
    }
  }

  void CheckPublished(const Tensor& y) {
    const std::int64_t width = y.shape().dim(2);
    for (const auto& [row, values] : golden_.published_rows) {
      for (std::size_t d = 0; d < values.size(); ++d) {
        const double got = y.floats()[row * width + static_cast<std::int64_t>(d)];
        if (std::fabs(got - values[d]) > 5.01e-5) {
          Fail(absl::StrCat("row ", row, ": the book prints ", values[d], ", got ", got));
        }
      }
    }
  }

 private:
  // `rows_per_sequence` blocks of query rows: 1 for [B,T,...], H for [B,H,T,...].
  void Compare(int i, const std::string& what, const Tensor& got, std::int64_t blocks,
               const Answer& answer) {
    const Tensor* want = golden_.Find(absl::StrCat(what, ".", i));
    if (want == nullptr) return Fail(absl::StrCat("io.safetensors has no ", what, ".", i));
    if (want->shape() != got.shape()) {
      return Fail(absl::StrCat(what, ".", i, ": expected ", want->shape().ToString(), ", got ",
                               got.shape().ToString()));
    }
    const std::int64_t tokens = answer.request.tokens();
    const std::int64_t width = got.shape().elements() / (answer.request.batch() * blocks * tokens);
    for (std::int64_t r = 0; r < answer.request.batch() * blocks * tokens; ++r) {
      const std::int64_t b = r / (blocks * tokens);
      if (r % tokens >= answer.request.length(b)) {
        // The engine leaves rows beyond the lengths out; such a case must allow that.
        if (golden_.within_lengths) continue;
        return Fail("rows beyond the lengths count in this case");
      }
      for (std::int64_t c = r * width; c < (r + 1) * width; ++c) {
        CompareOne(i, what, c, got.floats()[c], want->floats()[c]);
      }
    }
  }

  void CompareOne(int i, const std::string& what, std::int64_t index, double got, double want) {
    if (got == want) return;
    const double off = std::fabs(got - want);
    Note(what, off);
    if (!(off <= golden_.atol + golden_.rtol * std::fabs(want))) {
      Fail(absl::StrCat(what, ".", i, "[", index, "]: expected ", want, ", got ", got));
    }
  }

  void Note(const std::string& what, double off) {
    double& largest = result_.differences[what];
    if (!(off <= largest)) largest = off;
  }

  const GoldenCase& golden_;
  GoldenResult& result_;
};

std::vector<std::int64_t> Lengths(const GoldenCase& golden) {
  std::vector<std::int64_t> lengths;
  const Tensor* tensor = golden.Find("lengths");
  if (tensor == nullptr) return lengths;
  for (std::int64_t b = 0; b < tensor->shape().elements(); ++b) {
    std::int32_t length;
    std::memcpy(&length, tensor->view().data() + b * sizeof(length), sizeof(length));
    lengths.push_back(length);
  }
  return lengths;
}

absl::StatusOr<Answer> Ask(AttentionLayer& layer, const GoldenCase& golden, Form form) {
  const Tensor* x = golden.Find("x");
  if (x == nullptr) return absl::InvalidArgumentError("io.safetensors has no x");
  Answer answer;
  answer.request.input = x->view();
  answer.request.lengths = Lengths(golden);
  answer.request.form = form;
  answer.request.causal = golden.causal;
  answer.request.outputs.log_sum_exp = true;
  std::vector<std::int32_t> heads(layer.spec().heads);
  std::iota(heads.begin(), heads.end(), 0);
  answer.request.outputs.head_context_heads = answer.request.outputs.probability_heads = heads;
  auto attended = Attend(layer, answer.request);
  if (!attended.ok()) return attended.status();
  answer.y = std::move(attended->context);
  answer.z = std::move(attended->head_context);
  answer.probs = std::move(attended->probabilities);
  answer.lse = std::move(attended->log_sum_exp);
  return answer;
}

void CheckLayer(int i, AttentionLayer& layer, const GoldenCase& golden, Checker& checker) {
  checker.CheckFacts(i, layer.spec());
  if (layer.spec().causal != golden.causal) {
    checker.Fail(absl::StrCat("layer ", i, ": expected causal ", golden.causal, " by itself"));
  }
  auto fused = Ask(layer, golden, Form::kFused);
  auto stacked = Ask(layer, golden, Form::kStacked);
  if (!fused.ok() || !stacked.ok()) {
    return checker.Fail(std::string((fused.ok() ? stacked : fused).status().message()));
  }
  checker.CheckAnswer(i, *fused);
  checker.CheckAnswer(i, *stacked);
  checker.CheckFormsAgree(fused->y, stacked->y);
  if (i == 0) checker.CheckPublished(fused->y);
}

}  // namespace

GoldenResult CheckGoldenCase(Engine& engine, const std::string& folder) {
  GoldenResult result;
  auto golden = ReadGoldenCase(folder);
  if (!golden.ok()) return {Verdict::kFailed, std::string(golden.status().message()), {}};
  if (!golden->unsupported.empty()) return {Verdict::kSkipped, golden->unsupported, {}};
  auto checkpoint = Checkpoint::Open(folder);
  if (absl::IsUnimplemented(checkpoint.status())) {
    return {Verdict::kSkipped, std::string(checkpoint.status().message()), {}};
  }
  if (!checkpoint.ok()) return {Verdict::kFailed, std::string(checkpoint.status().message()), {}};
  auto model = Model::Load(*checkpoint, engine);
  if (!model.ok()) return {Verdict::kFailed, std::string(model.status().message()), {}};

  Checker checker(*golden, result);
  if ((*model)->layer_count() != static_cast<int>(golden->layers.size())) {
    checker.Fail(
        absl::StrCat("expected ", golden->layers.size(), " layers, got ", (*model)->layer_count()));
  }
  for (int i = 0; i < (*model)->layer_count() && !checker.failed(); ++i) {
    CheckLayer(i, (*model)->layer(i), *golden, checker);
  }
  return result;
}

}  // namespace headwise::testing
