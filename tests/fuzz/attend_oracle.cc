#include "tests/fuzz/attend_oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/tensor/convert.h"
#include "tests/fuzz/require.h"
#include "tests/support/oracle.h"

namespace headwise::fuzz {
namespace {

std::vector<float> Floats(const TensorView& tensor) {
  std::vector<float> values;
  if (!tensor.present() || !IsAttentionFloat(tensor.dtype())) return values;
  values.resize(static_cast<std::size_t>(tensor.shape().elements()));
  WidenToFloat(tensor.dtype(), tensor.data(), tensor.shape().elements(), values.data());
  return values;
}

template <typename Values>
bool AllWithin(const Values& values, double most) {
  return std::all_of(values.begin(), values.end(),
                     [most](float value) { return std::fabs(value) <= most; });
}

// What is added is small, hides, or is as good as hiding.
bool MasksAreModerate(const AttentionRequest& request) {
  for (const AttentionMask& mask : request.masks) {
    std::vector<float> values = Floats(mask.values);
    std::replace_if(
        values.begin(), values.end(), [](float value) { return value <= -1e30f; }, 0.0f);
    if (!AllWithin(values, 100)) return false;
  }
  return true;
}

void RequireNoNan(const char* name, const MutableTensorView& view) {
  const std::vector<float> values = Floats(view.view());
  Require(std::none_of(values.begin(), values.end(), [](float value) { return std::isnan(value); }),
          "no NaN", name);
}

// Finite numbers stay so as F32.
double AsF32(double number) {
  constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max());
  return std::isfinite(number) ? std::clamp(number, -kLargest, kLargest) : number;
}

void RequireNear(const char* name, const float* got, const double* want, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const double right = AsF32(want[i]);
    if (got[i] == right) continue;  // equal infinities too
    Require(std::fabs(got[i] - right) <= 2e-3 + 2e-3 * std::fabs(right), "the right answer",
            absl::StrCat(name, "[", i, "]: expected ", right, ", got ", got[i]));
  }
}

bool IsF32(const MutableTensorView& view) { return view.present() && view.dtype() == DType::kF32; }

void RequireRightSequence(const testing::OracleOutput& want, const AttentionRequest& request,
                          const AttentionOutputs& outputs, std::int64_t b) {
  const std::int64_t tokens = request.tokens();
  if (IsF32(outputs.context)) {
    const std::int64_t width = outputs.context.shape().dim(2);
    RequireNear("context", outputs.context.AlignedFloats() + b * tokens * width,
                want.context.data(), want.queries * width);
  }
  if (outputs.log_sum_exp.present()) {
    const std::int64_t heads = outputs.log_sum_exp.shape().dim(1);
    for (std::int64_t h = 0; h < heads; ++h) {
      RequireNear("log_sum_exp", outputs.log_sum_exp.AlignedFloats() + (b * heads + h) * tokens,
                  want.log_sum_exp.data() + h * want.queries, want.queries);
    }
  }
  if (!IsF32(outputs.head_context)) return;
  const Shape& shape = outputs.head_context.shape();
  for (std::int64_t n = 0; n < shape.dim(1); ++n) {
    const std::int64_t h = request.outputs.head_context_heads[static_cast<std::size_t>(n)];
    RequireNear(
        "head_context",
        outputs.head_context.AlignedFloats() + (b * shape.dim(1) + n) * tokens * shape.dim(3),
        want.head_context.data() + h * want.queries * shape.dim(3), want.queries * shape.dim(3));
  }
}

}  // namespace

bool IsModerate(const LayerSpec& spec, const LayerWeights& weights,
                const AttentionRequest& request) {
  for (const TensorView* input : {&request.input, &request.key_input, &request.value_input}) {
    if (!AllWithin(Floats(*input), 4)) return false;
  }
  return spec.head_dim <= 32 && spec.scale <= 1 && AllWithin(request.gates, 100) &&
         AllWithin(spec.alibi_slopes, 1) && AllWithin(weights.sinks, 100) &&
         MasksAreModerate(request);
}

void RequireRight(const LayerSpec& spec, const LayerWeights& weights,
                  const AttentionRequest& request, const AttentionOutputs& outputs) {
  RequireNoNan("context", outputs.context);
  RequireNoNan("head_context", outputs.head_context);
  RequireNoNan("contributions", outputs.contributions);
  RequireNoNan("log_sum_exp", outputs.log_sum_exp);
  RequireNoNan("probabilities", outputs.probabilities);
  RequireNoNan("scores", outputs.scores);
  RequireNoNan("top_weights", outputs.top_weights);
  RequireNoNan("statistics", outputs.statistics);
  for (std::int64_t b = 0; b < request.batch(); ++b) {
    RequireRightSequence(testing::Attend(spec, weights, request, b), request, outputs, b);
  }
}

}  // namespace headwise::fuzz
