#include "engine/attention/check_inputs.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace headwise {
namespace {

absl::Status CheckTensor(absl::string_view field, const TensorView& tensor,
                         absl::string_view shape) {
  if (!tensor.present()) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, ": expected a tensor ", shape, ", got none"));
  }
  if (!IsAttentionFloat(tensor.dtype())) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, ".dtype: expected F32, F16 or BF16, got ", DTypeName(tensor.dtype())));
  }
  return absl::OkStatus();
}

absl::Status WrongShape(absl::string_view field, absl::string_view expected, const Shape& found) {
  return absl::InvalidArgumentError(
      absl::StrCat(field, ".shape: expected ", expected, ", got ", found.ToString()));
}

absl::Status CheckDim(absl::string_view field, const Shape& shape, int dim, std::int64_t expected,
                      absl::string_view meaning) {
  if (shape.dim(dim) == expected) return absl::OkStatus();
  // Callers may have left the batch out, so only the dimension that is wrong is told.
  const std::string place =
      dim + 1 == shape.rank() ? std::string("a last dimension") : absl::StrCat("dimension ", dim);
  return absl::InvalidArgumentError(absl::StrCat(field, ".shape: expected ", place, " of ",
                                                 expected, " (", meaning, "), got ",
                                                 shape.dim(dim)));
}

absl::Status CheckNotEmpty(absl::string_view field, const Shape& shape) {
  if (shape.elements() > 0) return absl::OkStatus();
  return WrongShape(field, "at least one sequence and one token", shape);
}

// Rows of one width, [B,T,width].
absl::Status CheckRows(absl::string_view field, const TensorView& tensor, std::int64_t width,
                       absl::string_view meaning) {
  absl::Status status = CheckTensor(field, tensor, absl::StrCat("[B,T,", width, "]"));
  if (!status.ok()) return status;
  if (tensor.shape().rank() != 3) {
    return WrongShape(field, absl::StrCat("[B,T,", width, "]"), tensor.shape());
  }
  status.Update(CheckDim(field, tensor.shape(), 2, width, meaning));
  status.Update(CheckNotEmpty(field, tensor.shape()));
  return status;
}

absl::Status CheckValueRows(const LayerSpec& layer, const AttentionRequest& request) {
  if (!request.value_input.present()) {
    if (layer.value_input_width() == layer.key_input_width()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("value_input: expected [B,Tk,", layer.value_input_width(),
                     "], as this layer's values are made from another width than its keys (",
                     layer.key_input_width(), "), got none"));
  }
  absl::Status status = CheckRows("value_input", request.value_input, layer.value_input_width(),
                                  "what the layer's values are made from");
  if (!status.ok()) return status;
  status.Update(CheckDim("value_input", request.value_input.shape(), 0, request.batch(),
                         "the sequences of input"));
  status.Update(CheckDim("value_input", request.value_input.shape(), 1, request.keys(),
                         "the keys of key_input"));
  return status;
}

absl::Status CheckKeyRows(const LayerSpec& layer, const AttentionRequest& request) {
  if (layer.rope.dims > 0) {
    return absl::InvalidArgumentError(
        "key_input: expected none, as this layer has a rotary embedding and attends to its own "
        "input");
  }
  absl::Status status = CheckRows("key_input", request.key_input, layer.key_input_width(),
                                  "what the layer's keys are made from");
  if (!status.ok()) return status;
  status = CheckDim("key_input", request.key_input.shape(), 0, request.batch(),
                    "the sequences of input");
  return status.ok() ? CheckValueRows(layer, request) : status;
}

absl::Status CheckProjected(const LayerSpec& layer, const AttentionRequest& request) {
  absl::Status status = CheckRows("input", request.input, layer.d_model, "the layer's d_model");
  if (!status.ok()) return status;
  if (request.has_key_input()) return CheckKeyRows(layer, request);
  if (layer.cross || layer.key_input_width() != layer.d_model) {
    return absl::InvalidArgumentError(absl::StrCat("key_input: expected [B,Tk,",
                                                   layer.key_input_width(),
                                                   "] for a cross-attention layer, got none"));
  }
  if (request.value_input.present()) {
    return absl::InvalidArgumentError("value_input: expected none without key_input");
  }
  return absl::OkStatus();
}

// One of queries, keys and values, [B,heads,T,width].
absl::Status CheckGiven(absl::string_view field, const TensorView& tensor, std::int64_t heads,
                        std::int64_t width) {
  const std::string expected = absl::StrCat("[B,", heads, ",T,", width, "]");
  absl::Status status = CheckTensor(field, tensor, expected);
  if (!status.ok()) return status;
  const Shape& shape = tensor.shape();
  if (shape.rank() != 4 || shape.dim(1) != heads || shape.dim(3) != width) {
    return WrongShape(field, expected, shape);
  }
  return CheckNotEmpty(field, shape);
}

absl::Status CheckCore(const LayerSpec& layer, const AttentionRequest& request) {
  absl::Status status = CheckGiven("queries", request.input, layer.heads, layer.head_dim);
  status.Update(CheckGiven("keys", request.key_input, layer.kv_heads, layer.head_dim));
  status.Update(CheckGiven("values", request.value_input, layer.kv_heads, layer.value_head_dim()));
  if (!status.ok()) return status;
  const Shape& keys = request.key_input.shape();
  status.Update(CheckDim("keys", keys, 0, request.batch(), "the sequences of queries"));
  status.Update(CheckDim("values", request.value_input.shape(), 0, request.batch(),
                         "the sequences of queries"));
  status.Update(CheckDim("values", request.value_input.shape(), 2, keys.dim(2), "the keys"));
  return status;
}

}  // namespace

absl::Status CheckInputs(const LayerSpec& layer, const AttentionRequest& request) {
  return layer.input_projection ? CheckProjected(layer, request) : CheckCore(layer, request);
}

}  // namespace headwise
