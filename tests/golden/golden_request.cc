#include "tests/golden/golden_request.h"

#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace headwise::testing {
namespace {

absl::StatusOr<TensorView> Need(const GoldenCase& golden, const std::string& name) {
  const Tensor* tensor = golden.Find(name);
  if (tensor == nullptr) return absl::InvalidArgumentError("io.safetensors has no " + name);
  return tensor->view();
}

// The same elements with four dimensions. PyTorch's key_padding_mask is [B,Tk], its attn_mask
// [Tq,Tk] or [B*H,Tq,Tk].
absl::StatusOr<TensorView> InFourDimensions(const std::string& name, const TensorView& mask,
                                            std::int64_t heads) {
  const Shape& shape = mask.shape();
  std::vector<std::int64_t> dims(shape.dims().begin(), shape.dims().end());
  if (shape.rank() == 2 && name == "key_padding_mask") dims = {dims[0], 1, 1, dims[1]};
  if (shape.rank() == 2 && name != "key_padding_mask") dims = {1, 1, dims[0], dims[1]};
  if (shape.rank() == 3) dims = {dims[0] / heads, heads, dims[1], dims[2]};
  auto made = Shape::Create(dims);
  if (!made.ok()) return made.status();
  return TensorView::Create(mask.data(), static_cast<std::size_t>(mask.bytes()), mask.dtype(),
                            *made);
}

absl::Status AddMasks(const GoldenCase& golden, std::int64_t heads, GoldenRequest& to) {
  for (const GoldenMask& mask : golden.masks) {
    auto values = Need(golden, mask.tensor);
    if (values.ok()) values = InFourDimensions(mask.tensor, *values, heads);
    if (!values.ok()) return values.status();
    to.request.masks.push_back({*values, mask.meaning});
    // A case of T5 brings the layer's own relative bias as a mask.
    if (mask.meaning == MaskMeaning::kAddedToScores) to.request.relative_bias = false;
  }
  return absl::OkStatus();
}

// Lengths of a self-attention whose later rows count nevertheless: they hide keys and no more.
void HideKeys(const std::vector<std::int64_t>& lengths, GoldenRequest& to) {
  const auto batch = static_cast<std::int64_t>(lengths.size());
  const std::int64_t keys = to.request.keys();
  to.masks.emplace_back(DType::kBool, *Shape::Create({batch, 1, 1, keys}));
  std::byte* data = to.masks.back().mutable_view().data();
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int64_t j = 0; j < keys; ++j) data[b * keys + j] = std::byte(j < lengths[b]);
  }
  to.request.masks.push_back({to.masks.back().view(), MaskMeaning::kAttendWhereTrue});
}

absl::Status SetInputs(const GoldenCase& golden, AttentionRequest& request) {
  const bool core = golden.kind == "qkv";
  auto input = Need(golden, core ? "q" : "x");
  if (!input.ok()) return input.status();
  request.input = *input;
  if (golden.kind == "self") return absl::OkStatus();
  auto keys = Need(golden, core ? "k" : "kv_input");
  if (!keys.ok()) return keys.status();
  request.key_input = *keys;
  const Tensor* values = golden.Find(core ? "v" : "v_input");
  if (values != nullptr) request.value_input = values->view();
  return absl::OkStatus();
}

void SetLengths(const GoldenCase& golden, GoldenRequest& to) {
  if (!golden.has_lengths) return;
  const std::vector<std::int64_t> lengths = golden.Integers("lengths");
  if (golden.kind != "self") {
    to.request.key_lengths = lengths;
  } else if (golden.within_lengths) {
    to.request.lengths = lengths;
  } else {
    HideKeys(lengths, to);
  }
}

}  // namespace

absl::StatusOr<GoldenRequest> MakeGoldenRequest(const GoldenCase& golden, std::int64_t heads,
                                                bool layer_has_relative_bias) {
  GoldenRequest to;
  absl::Status status = SetInputs(golden, to.request);
  if (status.ok()) status = AddMasks(golden, heads, to);
  if (!status.ok()) return status;
  if (!layer_has_relative_bias) to.request.relative_bias = true;
  SetLengths(golden, to);
  if (golden.has_positions) to.request.positions = golden.Integers("positions");
  to.request.causal = golden.causal;
  OutputSelection& outputs = to.request.outputs;
  outputs.context = golden.kind != "qkv";
  outputs.log_sum_exp = true;
  outputs.head_context_heads.resize(heads);
  std::iota(outputs.head_context_heads.begin(), outputs.head_context_heads.end(), 0);
  outputs.probabilities.heads = outputs.head_context_heads;
  return to;
}

CoreOptions CoreOptionsOf(const GoldenCase& golden) {
  CoreOptions options = golden.core;
  const Tensor* q = golden.Find("q");
  const Tensor* k = golden.Find("k");
  const Tensor* v = golden.Find("v");
  if (q == nullptr || k == nullptr || v == nullptr) return options;
  options.heads = q->shape().dim(1);
  options.kv_heads = k->shape().dim(1);
  options.head_dim = q->shape().dim(3);
  options.value_dim = v->shape().dim(3);
  if (const Tensor* sinks = golden.Find("sinks")) {
    options.sinks.assign(sinks->floats(), sinks->floats() + sinks->shape().elements());
  }
  return options;
}

}  // namespace headwise::testing
