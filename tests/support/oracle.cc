#include "tests/support/oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/tensor/convert.h"

namespace headwise::testing {
namespace {

using Matrix = std::vector<double>;

constexpr double kHidden = -std::numeric_limits<double>::infinity();

double At(const TensorView& tensor, std::int64_t index) {
  if (!IsAttentionFloat(tensor.dtype())) return tensor.data()[index] != std::byte{0} ? 1 : 0;
  float value = 0;
  WidenToFloat(tensor.dtype(), tensor.data() + index * ByteWidth(tensor.dtype()), 1, &value);
  return value;
}

// Rows 0..rows-1 of sequence b of a tensor [B,T,width].
Matrix Rows(const TensorView& tensor, std::int64_t b, std::int64_t rows) {
  const std::int64_t width = tensor.shape().dim(2);
  Matrix x(rows * width);
  for (std::int64_t i = 0; i < rows * width; ++i) {
    x[i] = At(tensor, b * tensor.shape().dim(1) * width + i);
  }
  return x;
}

// A tensor [B,heads,T,width] of sequence b as rows [T, heads*width].
Matrix HeadRows(const TensorView& tensor, std::int64_t b, std::int64_t rows) {
  const Shape& shape = tensor.shape();
  Matrix x(rows * shape.dim(1) * shape.dim(3));
  double* to = x.data();
  for (std::int64_t t = 0; t < rows; ++t) {
    for (std::int64_t h = 0; h < shape.dim(1); ++h) {
      for (std::int64_t d = 0; d < shape.dim(3); ++d) {
        *to++ = At(tensor, ((b * shape.dim(1) + h) * shape.dim(2) + t) * shape.dim(3) + d);
      }
    }
  }
  return x;
}

// y [rows,out] = x [rows,in] W^T + b
Matrix Linear(const Matrix& x, std::int64_t in, const std::vector<float>& weight,
              const std::vector<float>& bias, std::int64_t out) {
  const std::int64_t rows = static_cast<std::int64_t>(x.size()) / in;
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

// Normalises runs of `run` values; factors lie side by side for a whole row.
void Norm(const QkNormSpec& norm, std::int64_t run, const std::vector<float>& factors,
          const std::vector<float>& offsets, Matrix& x) {
  const auto width = static_cast<std::int64_t>(factors.size());
  for (std::int64_t first = 0; first < static_cast<std::int64_t>(x.size()); first += run) {
    double mean = 0;
    double squares = 0;
    for (std::int64_t i = 0; i < run; ++i) mean += x[first + i] / static_cast<double>(run);
    if (norm.kind == NormKind::kRms) mean = 0;
    for (std::int64_t i = 0; i < run; ++i) squares += std::pow(x[first + i] - mean, 2);
    const double deviation = std::sqrt(squares / static_cast<double>(run) + norm.epsilon);
    for (std::int64_t i = 0; i < run; ++i) {
      const std::int64_t column = (first + i) % width;
      x[first + i] = (x[first + i] - mean) / deviation * factors[column] +
                     (offsets.empty() ? 0.0 : offsets[column]);
    }
  }
}

void Rotate(const RopeSpec& rope, const std::vector<double>& frequencies, double position,
            double* head) {
  for (std::int64_t p = 0; p < rope.dims / 2; ++p) {
    double& x = head[rope.interleaved ? 2 * p : p];
    double& y = head[rope.interleaved ? 2 * p + 1 : p + rope.dims / 2];
    const double cos = rope.attention_factor * std::cos(position * frequencies[p]);
    const double sin = rope.attention_factor * std::sin(position * frequencies[p]);
    const double turned = x * cos - y * sin;
    y = y * cos + x * sin;
    x = turned;
  }
}

// Clips, normalises and rotates rows [T, heads*hd].
void Adjust(const LayerSpec& spec, const AttentionRequest& request, std::int64_t b,
            const std::vector<float>& factors, const std::vector<float>& offsets, Matrix& x,
            std::int64_t width) {
  if (spec.clip_qkv > 0) {
    for (double& value : x) value = std::clamp(value, -spec.clip_qkv, spec.clip_qkv);
  }
  if (spec.qk_norm.kind != NormKind::kNone) {
    const bool whole = spec.qk_norm.scope == NormScope::kProjection;
    Norm(spec.qk_norm, whole ? width : spec.head_dim, factors, offsets, x);
  }
  if (spec.rope.dims == 0) return;
  const std::vector<double> frequencies = spec.rope.Frequencies(request.keys());
  for (std::int64_t t = 0; t * width < static_cast<std::int64_t>(x.size()); ++t) {
    const std::int64_t position =
        request.positions.empty() ? t : request.positions[b * request.tokens() + t];
    for (std::int64_t first = 0; first < width; first += spec.head_dim) {
      Rotate(spec.rope, frequencies, static_cast<double>(position), &x[t * width + first]);
    }
  }
}

double MaskAt(const AttentionMask& mask, std::int64_t b, std::int64_t h, std::int64_t i,
              std::int64_t j) {
  const std::int64_t places[] = {b, h, i, j};
  std::int64_t index = 0;
  for (int d = 0; d < 4; ++d) {
    const std::int64_t dim = mask.values.shape().dim(d);
    index = index * dim + (dim == 1 ? 0 : places[d]);
  }
  return At(mask.values, index);
}

// Scores of one query and all keys, hidden ones -infinity.
class Scorer {
 public:
  Scorer(const LayerSpec& spec, const LayerWeights& weights, const AttentionRequest& request,
         std::int64_t b)
      : spec_(spec), weights_(weights), request_(request), b_(b) {}

  double Score(std::int64_t h, std::int64_t i, std::int64_t j, const double* q,
               const double* k) const {
    const std::int64_t distance = j - i - (request_.keys() - request_.tokens());
    if (request_.causal.value_or(spec_.causal) && distance > 0) return kHidden;
    if (spec_.window > 0 && distance <= -spec_.window) return kHidden;
    for (const AttentionMask& mask : request_.masks) {
      const double value = MaskAt(mask, b_, h, i, j);
      if (mask.meaning == MaskMeaning::kAttendWhereTrue && value == 0) return kHidden;
      if (mask.meaning == MaskMeaning::kIgnoreWhereTrue && value != 0) return kHidden;
      if (mask.meaning == MaskMeaning::kAddedToScores && value == kHidden) return kHidden;
    }
    double score = 0;
    for (std::int64_t d = 0; d < spec_.head_dim; ++d) score += q[d] * k[d];
    score *= spec_.scale;
    if (!spec_.alibi_slopes.empty()) {
      score += spec_.alibi_slopes[h] * static_cast<double>(distance);
    }
    if (spec_.relative_bias.buckets > 0 && request_.relative_bias) {
      score += weights_.relative_bias[spec_.relative_bias.BucketOf(distance) * spec_.heads + h];
    }
    if (spec_.softcap > 0) score = spec_.softcap * std::tanh(score / spec_.softcap);
    for (const AttentionMask& mask : request_.masks) {
      if (mask.meaning == MaskMeaning::kAddedToScores) score += MaskAt(mask, b_, h, i, j);
    }
    return score;
  }

 private:
  const LayerSpec& spec_;
  const LayerWeights& weights_;
  const AttentionRequest& request_;
  const std::int64_t b_;
};

// Probabilities from scores; returns the log-sum-exp.
double Softmax(const double* scores, std::int64_t count, const float* sink, double* probabilities) {
  double largest = sink != nullptr ? *sink : kHidden;
  for (std::int64_t j = 0; j < count; ++j) largest = std::max(largest, scores[j]);
  if (largest == kHidden) return kHidden;
  double sum = sink != nullptr ? std::exp(*sink - largest) : 0;
  for (std::int64_t j = 0; j < count; ++j) sum += std::exp(scores[j] - largest);
  for (std::int64_t j = 0; j < count; ++j) probabilities[j] = std::exp(scores[j] - largest) / sum;
  return largest + std::log(sum);
}

struct Projected {
  Matrix q, k, v;  // [Tq, H*hd], [key length, KV*hd], [key length, KV*hv]
};

Projected Project(const LayerSpec& spec, const LayerWeights& weights,
                  const AttentionRequest& request, std::int64_t b) {
  const std::int64_t queries = request.length(b);
  const std::int64_t keys = request.key_length(b);
  if (!spec.input_projection) {
    return {HeadRows(request.input, b, queries), HeadRows(request.key_input, b, keys),
            HeadRows(request.value_input, b, keys)};
  }
  const TensorView& key_input = request.has_key_input() ? request.key_input : request.input;
  const TensorView& value_input = request.value_input.present() ? request.value_input : key_input;
  Projected to;
  to.q = Linear(Rows(request.input, b, queries), spec.d_model, weights.query, weights.query_bias,
                spec.query_width());
  to.k = Linear(Rows(key_input, b, keys), spec.key_input_width(), weights.key, weights.key_bias,
                spec.key_width());
  to.v = Linear(Rows(value_input, b, keys), spec.value_input_width(), weights.value,
                weights.value_bias, spec.value_width());
  Adjust(spec, request, b, weights.query_norm, weights.query_norm_bias, to.q, spec.query_width());
  Adjust(spec, request, b, weights.key_norm, weights.key_norm_bias, to.k, spec.key_width());
  if (spec.clip_qkv > 0) {
    for (double& value : to.v) value = std::clamp(value, -spec.clip_qkv, spec.clip_qkv);
  }
  return to;
}

// Z_h of one head, from its probabilities.
void WeightedSum(const LayerSpec& spec, std::int64_t g, const double* probabilities,
                 const Matrix& v, double* z) {
  const std::int64_t hv = spec.value_head_dim();
  const std::int64_t keys = static_cast<std::int64_t>(v.size()) / spec.value_width();
  for (std::int64_t j = 0; j < keys; ++j) {
    if (probabilities[j] == 0) continue;
    for (std::int64_t d = 0; d < hv; ++d) {
      z[d] += probabilities[j] * v[j * spec.value_width() + g * hv + d];
    }
  }
}

void Merge(const LayerSpec& spec, const LayerWeights& weights, const std::vector<float>& gates,
           OracleOutput& out) {
  const std::int64_t hv = spec.value_head_dim();
  Matrix merged(out.queries * spec.merged_width());
  out.contributions.resize(spec.heads * out.queries * spec.d_out);
  for (std::int64_t h = 0; h < spec.heads; ++h) {
    Matrix alone(merged.size());
    for (std::int64_t i = 0; i < out.queries * hv; ++i) {
      const std::int64_t at = i / hv * spec.merged_width() + h * hv + i % hv;
      alone[at] = out.head_context[h * out.queries * hv + i];
      merged[at] = gates.empty() ? alone[at] : alone[at] * gates[h];
    }
    Matrix part = alone;
    if (spec.output_projection) {
      part = Linear(alone, spec.merged_width(), weights.output, {}, spec.d_out);
    }
    std::copy(part.begin(), part.end(), out.contributions.begin() + h * out.queries * spec.d_out);
  }
  out.context = merged;
  if (spec.output_projection) {
    out.context =
        Linear(merged, spec.merged_width(), weights.output, weights.output_bias, spec.d_out);
  }
}

}  // namespace

OracleOutput Attend(const LayerSpec& spec, const LayerWeights& weights,
                    const AttentionRequest& request, std::int64_t b) {
  const Projected rows = Project(spec, weights, request, b);
  const Scorer scorer(spec, weights, request, b);
  const std::int64_t keys = request.keys();
  OracleOutput out;
  out.queries = request.length(b);
  out.head_context.resize(spec.heads * out.queries * spec.value_head_dim());
  out.scores.assign(spec.heads * out.queries * keys, kHidden);
  out.probabilities.resize(out.scores.size());
  out.log_sum_exp.resize(spec.heads * out.queries);
  for (std::int64_t h = 0; h < spec.heads; ++h) {
    const std::int64_t g = h / (spec.heads / spec.kv_heads);
    for (std::int64_t i = 0; i < out.queries; ++i) {
      const std::int64_t row = h * out.queries + i;
      for (std::int64_t j = 0; j < request.key_length(b); ++j) {
        out.scores[row * keys + j] =
            scorer.Score(h, i, j, &rows.q[i * spec.query_width() + h * spec.head_dim],
                         &rows.k[j * spec.key_width() + g * spec.head_dim]);
      }
      out.log_sum_exp[row] =
          Softmax(&out.scores[row * keys], keys, spec.sinks ? &weights.sinks[h] : nullptr,
                  &out.probabilities[row * keys]);
      WeightedSum(spec, g, &out.probabilities[row * keys], rows.v,
                  &out.head_context[row * spec.value_head_dim()]);
    }
  }
  Merge(spec, weights, request.gates, out);
  return out;
}

std::vector<double> Statistics(const OracleOutput& of, std::int64_t head,
                               const std::vector<std::int64_t>& rows, std::int64_t keys,
                               std::int64_t offset) {
  std::vector<double> sums(kHeadStatistics);
  double counted = 0;
  for (std::int64_t i : rows) {
    if (i >= of.queries) continue;
    const double* p = &of.probabilities[(head * of.queries + i) * keys];
    const double largest = *std::max_element(p, p + keys);
    if (largest == 0) continue;
    ++counted;
    sums[1] += largest;
    sums[3] += p[0];
    for (std::int64_t j = 0; j < keys; ++j) {
      if (p[j] > 0) sums[0] -= p[j] * std::log(p[j]);
      sums[2] += p[j] * std::fabs(static_cast<double>(i + offset - j));
      if (j == i + offset) sums[4] += p[j];
    }
  }
  for (double& sum : sums) sum = counted == 0 ? 0 : sum / counted;
  sums[5] = counted;
  return sums;
}

}  // namespace headwise::testing
