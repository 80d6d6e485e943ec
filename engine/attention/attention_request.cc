#include "engine/attention/attention_request.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

absl::Status CheckInput(const LayerSpec& layer, const TensorView& input) {
  if (!input.present()) {
    return absl::InvalidArgumentError("input: expected a tensor, got none");
  }
  if (!IsAttentionFloat(input.dtype())) {
    return absl::InvalidArgumentError(
        absl::StrCat("input.dtype: expected F32, F16 or BF16, got ", DTypeName(input.dtype())));
  }
  const Shape& shape = input.shape();
  if (shape.rank() != 3) {
    return absl::InvalidArgumentError(
        absl::StrCat("input.shape: expected [B,T,", layer.d_model, "], got ", shape.ToString()));
  }
  if (shape.dim(2) != layer.d_model) {
    // Callers may have sent [T,D], so only the dimension that is wrong is told.
    return absl::InvalidArgumentError(absl::StrCat("input.shape: expected a last dimension of ",
                                                   layer.d_model, " (the layer's d_model), got ",
                                                   shape.dim(2)));
  }
  if (shape.elements() == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "input.shape: expected at least one sequence and one token, got ", shape.ToString()));
  }
  return absl::OkStatus();
}

absl::Status CheckLengths(const AttentionRequest& request) {
  if (request.lengths.empty()) return absl::OkStatus();
  if (static_cast<std::int64_t>(request.lengths.size()) != request.batch()) {
    return absl::InvalidArgumentError(absl::StrCat("lengths: expected one value for each of the ",
                                                   request.batch(), " sequences, got ",
                                                   request.lengths.size()));
  }
  for (std::size_t b = 0; b < request.lengths.size(); ++b) {
    if (request.lengths[b] < 0 || request.lengths[b] > request.tokens()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "lengths[", b, "]: expected 0 to ", request.tokens(), ", got ", request.lengths[b]));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckGates(const LayerSpec& layer, const std::vector<float>& gates) {
  if (gates.empty()) return absl::OkStatus();
  if (static_cast<std::int64_t>(gates.size()) != layer.heads) {
    return absl::InvalidArgumentError(absl::StrCat("gates: expected one factor for each of the ",
                                                   layer.heads, " heads, got ", gates.size()));
  }
  for (std::size_t h = 0; h < gates.size(); ++h) {
    if (!std::isfinite(gates[h])) {
      return absl::InvalidArgumentError(
          absl::StrCat("gates[", h, "]: expected a finite factor, got ", gates[h]));
    }
  }
  return absl::OkStatus();
}

// Every value in 0..limit-1, none twice.
template <typename Int>
absl::Status CheckIndices(absl::string_view field, const std::vector<Int>& indices,
                          std::int64_t limit) {
  std::vector<bool> seen(static_cast<std::size_t>(limit));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::int64_t index = indices[i];
    if (index < 0 || index >= limit) {
      return absl::InvalidArgumentError(
          absl::StrCat(field, "[", i, "]: expected 0 to ", limit - 1, ", got ", index));
    }
    if (seen[index]) {
      return absl::InvalidArgumentError(
          absl::StrCat(field, "[", i, "]: expected each value once, got ", index, " again"));
    }
    seen[index] = true;
  }
  return absl::OkStatus();
}

absl::Status CheckOutputs(const LayerSpec& layer, const AttentionRequest& request) {
  const OutputSelection& outputs = request.outputs;
  if (!IsAttentionFloat(request.output_dtype)) {
    return absl::InvalidArgumentError(absl::StrCat("output_dtype: expected F32, F16 or BF16, got ",
                                                   DTypeName(request.output_dtype)));
  }
  absl::Status status =
      CheckIndices("outputs.head_context.heads", outputs.head_context_heads, layer.heads);
  if (!status.ok()) return status;
  status =
      CheckIndices("outputs.probabilities.heads.heads", outputs.probability_heads, layer.heads);
  if (!status.ok()) return status;
  if (!outputs.probability_rows.empty() && outputs.probability_heads.empty()) {
    return absl::InvalidArgumentError(
        "outputs.probabilities.heads: expected at least one head for the rows asked for, got none");
  }
  return CheckIndices("outputs.probabilities.rows", outputs.probability_rows, request.tokens());
}

absl::Status CheckForm(const LayerSpec& layer, Form form) {
  if (form != Form::kSingleHead || layer.heads == 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("form: expected fused or stacked for a layer of ", layer.heads,
                   " heads, got single_head, which needs a layer of one head"));
}

// Dimensions are bounded by checked ones, but their product need not be.
absl::Status SetShape(absl::string_view field, absl::Span<const std::int64_t> dims,
                      std::optional<Shape>& shape) {
  absl::StatusOr<Shape> made = Shape::Create(dims);
  if (!made.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(field, ": ", made.status().message()));
  }
  shape = *std::move(made);
  return absl::OkStatus();
}

absl::StatusOr<OutputShapes> ShapesOf(const LayerSpec& layer, const AttentionRequest& request) {
  const OutputSelection& wanted = request.outputs;
  const std::int64_t batch = request.batch();
  const std::int64_t tokens = request.tokens();
  OutputShapes shapes;
  absl::Status status;
  if (wanted.context) {
    status.Update(SetShape("outputs.context", {batch, tokens, layer.d_out}, shapes.context));
  }
  if (!wanted.head_context_heads.empty()) {
    const auto heads = static_cast<std::int64_t>(wanted.head_context_heads.size());
    status.Update(SetShape("outputs.head_context", {batch, heads, tokens, layer.head_dim},
                           shapes.head_context));
  }
  if (wanted.log_sum_exp) {
    status.Update(
        SetShape("outputs.log_sum_exp", {batch, layer.heads, tokens}, shapes.log_sum_exp));
  }
  if (!wanted.probability_heads.empty()) {
    const auto heads = static_cast<std::int64_t>(wanted.probability_heads.size());
    const std::int64_t rows = wanted.probability_rows.empty()
                                  ? tokens
                                  : static_cast<std::int64_t>(wanted.probability_rows.size());
    status.Update(
        SetShape("outputs.probabilities", {batch, heads, rows, tokens}, shapes.probabilities));
  }
  if (!status.ok()) return status;
  return shapes;
}

}  // namespace

const char* FormName(Form form) {
  switch (form) {
    case Form::kStacked:
      return "stacked";
    case Form::kSingleHead:
      return "single_head";
    default:
      return "fused";
  }
}

absl::StatusOr<OutputShapes> ValidateRequest(const LayerSpec& layer,
                                             const AttentionRequest& request) {
  absl::Status status = CheckInput(layer, request.input);
  if (!status.ok()) return status;  // the checks below read its shape
  status.Update(CheckLengths(request));
  status.Update(CheckGates(layer, request.gates));
  status.Update(CheckForm(layer, request.form));
  status.Update(CheckOutputs(layer, request));
  if (!status.ok()) return status;
  return ShapesOf(layer, request);
}

}  // namespace headwise
