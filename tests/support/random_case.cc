#include "tests/support/random_case.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>

namespace headwise::testing {
namespace {

template <typename T, std::size_t kSize>
T OneOf(Random& random, const T (&values)[kSize]) {
  return values[Pick(random, 0, kSize - 1)];
}

RopeSpec PickRope(Random& random, std::int64_t head_dim) {
  RopeSpec rope;
  rope.dims = 2 * Pick(random, 1, head_dim / 2);
  rope.interleaved = OneIn(random, 2);
  rope.base = OneOf(random, {100.0, 10000.0, 500000.0});
  rope.scaling = OneOf(random, {RopeScaling::kNone, RopeScaling::kLinear, RopeScaling::kDynamic,
                                RopeScaling::kYarn, RopeScaling::kLongRope, RopeScaling::kLlama3});
  rope.attention_factor = OneIn(random, 3) ? 1.1 : 1;
  rope.factor = OneOf(random, {2.0, 8.0});
  rope.max_positions = rope.original_max_positions = OneOf(random, {8.0, 64.0});
  rope.high_freq_factor = 4;
  rope.truncate = OneIn(random, 2);
  for (std::int64_t p = 0; p < rope.dims / 2; ++p) {
    rope.short_factors.push_back(1 + 0.1 * static_cast<double>(p));
    rope.long_factors.push_back(2 + 0.3 * static_cast<double>(p));
  }
  return rope;
}

void PickScoreRules(Random& random, LayerSpec& spec) {
  spec.causal = OneIn(random, 2);
  if (OneIn(random, 4)) spec.window = Pick(random, 1, 20);
  if (OneIn(random, 4)) spec.softcap = OneOf(random, {1.0, 5.0, 50.0});
  if (OneIn(random, 4)) spec.scale = OneOf(random, {0.05, 0.5, 1.0});
  if (OneIn(random, 4)) {
    for (std::int64_t h = 0; h < spec.heads; ++h) {
      spec.alibi_slopes.push_back(std::exp2(-static_cast<float>(h + 4) / 2));
    }
  }
  spec.sinks = OneIn(random, 4);
}

void PickProjectionRules(Random& random, LayerSpec& spec) {
  spec.cross = OneIn(random, 4);
  if (spec.cross && OneIn(random, 2)) {
    spec.key_d_model = Pick(random, 1, 40);
    if (OneIn(random, 2)) spec.value_d_model = Pick(random, 1, 40);
  }
  if (!spec.cross && spec.head_dim >= 2 && OneIn(random, 2)) {
    spec.rope = PickRope(random, spec.head_dim);
  }
  if (OneIn(random, 4)) {
    spec.qk_norm = {OneIn(random, 2) ? NormKind::kRms : NormKind::kLayer,
                    OneIn(random, 2) ? NormScope::kHead : NormScope::kProjection, 1e-5};
  }
  if (OneIn(random, 8)) spec.clip_qkv = 0.7;
  if (OneIn(random, 6)) spec.relative_bias = {8, 20, OneIn(random, 2)};
  spec.input_bias = OneIn(random, 2);
  spec.output_projection = !OneIn(random, 3);
  spec.output_bias = spec.output_projection && OneIn(random, 2);
  spec.d_out = spec.output_projection ? Pick(random, 1, 48) : spec.merged_width();
}

// NaN in all rows of sequence b from `length` on, of a tensor [B,T,width] or [B,heads,T,width].
void Poison(Tensor& tensor, std::int64_t b, std::int64_t length) {
  const Shape& shape = tensor.shape();
  const std::int64_t heads = shape.rank() == 4 ? shape.dim(1) : 1;
  const std::int64_t tokens = shape.dim(shape.rank() - 2);
  const std::int64_t width = shape.dim(shape.rank() - 1);
  for (std::int64_t h = 0; h < heads; ++h) {
    float* first = tensor.floats() + (b * heads + h) * tokens * width;
    std::fill(first + length * width, first + tokens * width,
              std::numeric_limits<float>::quiet_NaN());
  }
}

Tensor& AddTensor(Random& random, const std::vector<std::int64_t>& dims, RandomRequest& to) {
  to.tensors.emplace_back(DType::kF32, *Shape::Create(dims));
  Tensor& tensor = to.tensors.back();
  const std::vector<float> values = RandomFloats(random, tensor.shape().elements(), 1.0f);
  std::copy(values.begin(), values.end(), tensor.floats());
  return tensor;
}

// Lengths of each sequence, in half of the cases.
std::vector<std::int64_t> PickLengths(Random& random, std::int64_t batch, std::int64_t tokens) {
  std::vector<std::int64_t> lengths;
  if (OneIn(random, 2)) return lengths;
  for (std::int64_t b = 0; b < batch; ++b) lengths.push_back(Pick(random, 0, tokens));
  return lengths;
}

void PickInputs(Random& random, const LayerSpec& spec, RandomRequest& to) {
  AttentionRequest& request = to.request;
  const std::int64_t batch = Pick(random, 1, 3);
  const std::int64_t tokens = OneIn(random, 12) ? Pick(random, 120, 300) : Pick(random, 1, 32);
  const std::int64_t keys = OneIn(random, 12) ? Pick(random, 250, 530) : Pick(random, 1, 40);
  if (!spec.input_projection) {
    request.input = AddTensor(random, {batch, spec.heads, tokens, spec.head_dim}, to).view();
  } else {
    request.input = AddTensor(random, {batch, tokens, spec.d_model}, to).view();
  }
  if (!spec.cross) {
    request.lengths = PickLengths(random, batch, tokens);
    for (std::size_t b = 0; b < request.lengths.size(); ++b) {
      Poison(to.tensors[0], static_cast<std::int64_t>(b), request.lengths[b]);
    }
    return;
  }
  request.key_lengths = PickLengths(random, batch, keys);
  const bool own_values = !spec.input_projection ||
                          spec.value_input_width() != spec.key_input_width() || OneIn(random, 2);
  if (!spec.input_projection) {
    AddTensor(random, {batch, spec.kv_heads, keys, spec.head_dim}, to);
    AddTensor(random, {batch, spec.kv_heads, keys, spec.value_head_dim()}, to);
  } else {
    AddTensor(random, {batch, keys, spec.key_input_width()}, to);
    if (own_values) AddTensor(random, {batch, keys, spec.value_input_width()}, to);
  }
  for (std::size_t b = 0; b < request.key_lengths.size(); ++b) {
    for (std::size_t t = 1; t < to.tensors.size(); ++t) {
      Poison(to.tensors[t], static_cast<std::int64_t>(b), request.key_lengths[b]);
    }
  }
  request.key_input = to.tensors[1].view();
  if (own_values) request.value_input = to.tensors[2].view();
}

void AddMask(Random& random, const LayerSpec& spec, RandomRequest& to) {
  const std::int64_t full[] = {to.request.batch(), spec.heads, to.request.tokens(),
                               to.request.keys()};
  std::vector<std::int64_t> dims;
  for (std::int64_t dim : full) dims.push_back(OneIn(random, 2) ? dim : 1);
  const auto meaning = OneOf(random, {MaskMeaning::kAttendWhereTrue, MaskMeaning::kIgnoreWhereTrue,
                                      MaskMeaning::kAddedToScores});
  if (meaning == MaskMeaning::kAddedToScores) {
    Tensor& values = AddTensor(random, dims, to);
    for (std::int64_t i = 0; i < values.shape().elements(); ++i) {
      if (OneIn(random, 5)) values.floats()[i] = -std::numeric_limits<float>::infinity();
      if (OneIn(random, 20)) values.floats()[i] = -20.0f;
    }
  } else {
    to.tensors.emplace_back(DType::kBool, *Shape::Create(dims));
    Tensor& values = to.tensors.back();
    for (std::int64_t i = 0; i < values.shape().elements(); ++i) {
      values.mutable_view().data()[i] = std::byte(OneIn(random, 3) ? 0 : Pick(random, 1, 255));
    }
  }
  to.request.masks.push_back({to.tensors.back().view(), meaning});
}

RowSelection PickRows(Random& random, const LayerSpec& spec, std::int64_t tokens) {
  RowSelection selection;
  selection.heads.resize(spec.heads);
  std::iota(selection.heads.begin(), selection.heads.end(), 0);
  std::shuffle(selection.heads.begin(), selection.heads.end(), random);
  selection.heads.resize(Pick(random, 1, spec.heads));
  if (OneIn(random, 2)) return selection;
  selection.rows.resize(tokens);
  std::iota(selection.rows.begin(), selection.rows.end(), 0);
  std::shuffle(selection.rows.begin(), selection.rows.end(), random);
  selection.rows.resize(Pick(random, 1, tokens));
  return selection;
}

void PickOutputs(Random& random, const LayerSpec& spec, AttentionRequest& request) {
  OutputSelection& outputs = request.outputs;
  outputs.context = spec.input_projection;
  outputs.head_context_heads = PickRows(random, spec, 1).heads;
  if (spec.input_projection) outputs.contribution_heads = PickRows(random, spec, 1).heads;
  outputs.log_sum_exp = true;
  outputs.probabilities = PickRows(random, spec, request.tokens());
  outputs.scores = PickRows(random, spec, request.tokens());
  outputs.statistics = PickRows(random, spec, request.tokens());
  outputs.top_keys = PickRows(random, spec, request.tokens());
  outputs.top_count =
      static_cast<std::int32_t>(Pick(random, 1, std::min<std::int64_t>(request.keys(), 9)));
}

}  // namespace

std::int64_t Pick(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

bool OneIn(Random& random, std::int64_t n) { return Pick(random, 1, n) == 1; }

LayerSpec PickSpec(Random& random) {
  const std::int64_t kv_heads = Pick(random, 1, 4);
  const std::int64_t heads = kv_heads * Pick(random, 1, 8 / kv_heads);
  // Few widths, so that their plans are made once.
  const std::int64_t head_dim = OneOf<std::int64_t>(random, {1, 3, 8, 20, 64, 80});
  LayerSpec spec = MakeSpec(Pick(random, 1, 48), heads, kv_heads, head_dim);
  if (OneIn(random, 6)) spec.value_dim = head_dim == 20 ? 24 : 5;
  PickScoreRules(random, spec);
  if (!OneIn(random, 5)) {
    PickProjectionRules(random, spec);
    return spec;
  }
  spec.cross = true;
  spec.input_projection = spec.input_bias = false;
  spec.output_projection = spec.output_bias = false;
  spec.d_model = spec.query_width();
  spec.d_out = spec.merged_width();
  return spec;
}

void PickRequest(Random& random, const LayerSpec& spec, RandomRequest& to) {
  PickInputs(random, spec, to);
  AttentionRequest& request = to.request;
  for (std::int64_t masks = Pick(random, 0, 3) - 1; masks > 0; --masks) AddMask(random, spec, to);
  if (spec.rope.dims > 0 && OneIn(random, 2)) {
    for (std::int64_t i = 0; i < request.batch() * request.tokens(); ++i) {
      request.positions.push_back(Pick(random, 0, 200));
    }
  }
  if (OneIn(random, 4)) request.causal = OneIn(random, 2);
  if (OneIn(random, 4)) request.relative_bias = false;
  if (spec.input_projection && OneIn(random, 4)) {
    for (std::int64_t h = 0; h < spec.heads; ++h) {
      request.gates.push_back(static_cast<float>(Pick(random, 0, 2)) * 0.5f);
    }
  }
  PickOutputs(random, spec, request);
}

}  // namespace headwise::testing
