#include "engine/attention/merge_partial.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/tensor/convert.h"

namespace headwise {
namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();

absl::Status CheckLike(absl::string_view name, bool present, DType dtype, const Shape& shape,
                       const Shape& expected) {
  if (present && dtype == DType::kF32 && shape == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": expected F32 ", expected.ToString(), ", got ",
                   present ? absl::StrCat(DTypeName(dtype), " ", shape.ToString()) : "none"));
}

absl::Status CheckParts(absl::Span<const PartialAttention> parts) {
  if (parts.empty()) return absl::InvalidArgumentError("parts: expected at least one, got none");
  const Shape& context = parts[0].context.shape();
  const Shape& lse = parts[0].log_sum_exp.shape();
  bool fits = context.rank() == lse.rank() + 1;
  for (int d = 0; fits && d < lse.rank(); ++d) fits = context.dim(d) == lse.dim(d);
  if (!fits) {
    return absl::InvalidArgumentError(
        absl::StrCat("parts[0].log_sum_exp: expected the shape of context without its last "
                     "dimension, got ",
                     lse.ToString(), " for ", context.ToString()));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartialAttention& part = parts[i];
    absl::Status status = CheckLike(absl::StrCat("parts[", i, "].context"), part.context.present(),
                                    part.context.dtype(), part.context.shape(), context);
    status.Update(CheckLike(absl::StrCat("parts[", i, "].log_sum_exp"), part.log_sum_exp.present(),
                            part.log_sum_exp.dtype(), part.log_sum_exp.shape(), lse));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// exp(lse_i - lse) for each part of one row, and lse itself.
float WeightsOfRow(const std::vector<float>& lses, std::vector<double>& weights) {
  const float largest = *std::max_element(lses.begin(), lses.end());
  if (largest == kNothing) {
    std::fill(weights.begin(), weights.end(), 0.0);
    return kNothing;
  }
  double sum = 0;
  for (std::size_t i = 0; i < lses.size(); ++i) {
    weights[i] = std::exp(static_cast<double>(lses[i]) - static_cast<double>(largest));
    sum += weights[i];
  }
  for (double& weight : weights) weight /= sum;
  return static_cast<float>(static_cast<double>(largest) + std::log(sum));
}

float ReadFloat(const TensorView& tensor, std::int64_t i) {
  float value = 0;
  WidenToFloat(DType::kF32, tensor.data() + i * std::int64_t{sizeof(value)}, 1, &value);
  return value;
}

void WriteFloat(const MutableTensorView& tensor, std::int64_t i, float value) {
  NarrowFromFloat(DType::kF32, &value, 1, tensor.data() + i * std::int64_t{sizeof(value)});
}

}  // namespace

absl::Status MergePartial(absl::Span<const PartialAttention> parts,
                          const MutableTensorView& context, const MutableTensorView& log_sum_exp) {
  absl::Status status = CheckParts(parts);
  if (!status.ok()) return status;
  status = CheckLike("context", context.present(), context.dtype(), context.shape(),
                     parts[0].context.shape());
  status.Update(CheckLike("log_sum_exp", log_sum_exp.present(), log_sum_exp.dtype(),
                          log_sum_exp.shape(), parts[0].log_sum_exp.shape()));
  if (!status.ok()) return status;

  const std::int64_t rows = log_sum_exp.shape().elements();
  const std::int64_t width = context.shape().dim(context.shape().rank() - 1);
  std::vector<float> lses(parts.size());
  std::vector<double> weights(parts.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < parts.size(); ++i) lses[i] = ReadFloat(parts[i].log_sum_exp, row);
    WriteFloat(log_sum_exp, row, WeightsOfRow(lses, weights));
    for (std::int64_t d = row * width; d < (row + 1) * width; ++d) {
      double sum = 0;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        // A part that saw no key has weight 0, whatever its context holds.
        if (weights[i] != 0)
          sum += weights[i] * static_cast<double>(ReadFloat(parts[i].context, d));
      }
      WriteFloat(context, d, static_cast<float>(sum));
    }
  }
  return absl::OkStatus();
}

}  // namespace headwise
