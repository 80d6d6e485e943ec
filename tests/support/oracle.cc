#include "tests/support/oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace headwise::testing {
namespace {

using Matrix = std::vector<double>;

// y [rows,out] = x [rows,in] W^T + b
Matrix Linear(const Matrix& x, std::int64_t rows, std::int64_t in, const std::vector<float>& weight,
              const std::vector<float>& bias, std::int64_t out) {
  Matrix y(rows * out);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t o = 0; o < out; ++o) {
      double sum = bias.empty() ? 0.0 : bias[o];
      for (std::int64_t i = 0; i < in; ++i) sum += x[r * in + i] * weight[o * in + i];
      y[r * out + o] = sum;
    }
  }
  return y;
}

}  // namespace

OracleOutput Attend(const LayerSpec& spec, const LayerWeights& weights, const OracleInput& input) {
  const std::int64_t tokens = input.tokens;
  const std::int64_t hd = spec.head_dim;
  const Matrix q =
      Linear(input.x, tokens, spec.d_model, weights.query, weights.query_bias, spec.query_width());
  const Matrix k =
      Linear(input.x, tokens, spec.d_model, weights.key, weights.key_bias, spec.kv_width());
  const Matrix v =
      Linear(input.x, tokens, spec.d_model, weights.value, weights.value_bias, spec.kv_width());

  OracleOutput out;
  out.head_context.resize(spec.heads * tokens * hd);
  out.probabilities.resize(spec.heads * tokens * tokens);
  out.log_sum_exp.resize(spec.heads * tokens);
  Matrix merged(tokens * spec.query_width());
  for (std::int64_t h = 0; h < spec.heads; ++h) {
    const std::int64_t g = h / (spec.heads / spec.kv_heads);
    for (std::int64_t i = 0; i < tokens; ++i) {
      const std::int64_t seen = input.causal ? i + 1 : tokens;
      // Pass 1: scores. Pass 2: the largest. Pass 3: softmax. Pass 4: weighted sum of values.
      double* row = &out.probabilities[(h * tokens + i) * tokens];
      for (std::int64_t j = 0; j < seen; ++j) {
        for (std::int64_t d = 0; d < hd; ++d) {
          row[j] += q[i * spec.query_width() + h * hd + d] * k[j * spec.kv_width() + g * hd + d];
        }
        row[j] *= spec.scale;
      }
      const double largest = *std::max_element(row, row + seen);
      double sum = 0;
      for (std::int64_t j = 0; j < seen; ++j) sum += row[j] = std::exp(row[j] - largest);
      for (std::int64_t j = 0; j < seen; ++j) row[j] /= sum;
      out.log_sum_exp[h * tokens + i] = largest + std::log(sum);
      for (std::int64_t d = 0; d < hd; ++d) {
        double z = 0;
        for (std::int64_t j = 0; j < seen; ++j) z += row[j] * v[j * spec.kv_width() + g * hd + d];
        out.head_context[(h * tokens + i) * hd + d] = z;
        merged[i * spec.query_width() + h * hd + d] = input.gates.empty() ? z : z * input.gates[h];
      }
    }
  }
  out.context = spec.output_projection ? Linear(merged, tokens, spec.query_width(), weights.output,
                                                weights.output_bias, spec.d_out)
                                       : merged;
  return out;
}

}  // namespace headwise::testing
