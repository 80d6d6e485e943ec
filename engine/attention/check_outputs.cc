#include "engine/attention/check_outputs.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace headwise {
namespace {

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

absl::Status CheckSelection(absl::string_view field, const RowSelection& selection,
                            const LayerSpec& layer, const AttentionRequest& request) {
  absl::Status status =
      CheckIndices(absl::StrCat(field, ".heads.heads"), selection.heads, layer.heads);
  if (!status.ok()) return status;
  if (!selection.rows.empty() && !selection.wanted()) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, ".heads: expected at least one head for the rows asked for, got none"));
  }
  return CheckIndices(absl::StrCat(field, ".rows"), selection.rows, request.tokens());
}

absl::Status CheckTopCount(const AttentionRequest& request) {
  const OutputSelection& outputs = request.outputs;
  const std::int64_t most = outputs.top_keys.wanted() ? request.keys() : 0;
  const std::int64_t least = outputs.top_keys.wanted() ? 1 : 0;
  if (outputs.top_count >= least && outputs.top_count <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("outputs.top_keys.count: expected ", least, " to ",
                                                 most, ", got ", outputs.top_count));
}

absl::Status CheckMerged(const LayerSpec& layer, const OutputSelection& outputs) {
  if (layer.input_projection) return absl::OkStatus();
  if (!outputs.context && outputs.contribution_heads.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("outputs.", outputs.context ? "context" : "contributions",
                   ": expected not to be asked for, as nothing is merged without projections"));
}

// Makes shapes and remembers the first that is too large: dimensions are bounded by checked ones,
// but their product need not be.
class ShapeMaker {
 public:
  void Set(absl::string_view field, absl::Span<const std::int64_t> dims,
           std::optional<Shape>& shape) {
    absl::StatusOr<Shape> made = Shape::Create(dims);
    if (made.ok()) {
      shape = *std::move(made);
      return;
    }
    status_.Update(
        absl::InvalidArgumentError(absl::StrCat("outputs.", field, ": ", made.status().message())));
  }

  const absl::Status& status() const { return status_; }

 private:
  absl::Status status_;
};

std::int64_t Count(const std::vector<std::int32_t>& heads) {
  return static_cast<std::int64_t>(heads.size());
}

void SetHeadShapes(const LayerSpec& layer, const AttentionRequest& request, ShapeMaker& make,
                   OutputShapes& shapes) {
  const OutputSelection& wanted = request.outputs;
  const std::int64_t batch = request.batch();
  const std::int64_t tokens = request.tokens();
  if (wanted.context) make.Set("context", {batch, tokens, layer.d_out}, shapes.context);
  if (!wanted.head_context_heads.empty()) {
    make.Set("head_context",
             {batch, Count(wanted.head_context_heads), tokens, layer.value_head_dim()},
             shapes.head_context);
  }
  if (!wanted.contribution_heads.empty()) {
    make.Set("contributions", {batch, Count(wanted.contribution_heads), tokens, layer.d_out},
             shapes.contributions);
  }
  if (wanted.log_sum_exp) {
    make.Set("log_sum_exp", {batch, layer.heads, tokens}, shapes.log_sum_exp);
  }
}

void SetMapShapes(const AttentionRequest& request, ShapeMaker& make, OutputShapes& shapes) {
  const OutputSelection& wanted = request.outputs;
  const auto map = [&](absl::string_view field, const RowSelection& selection, std::int64_t last,
                       std::optional<Shape>& shape) {
    if (!selection.wanted()) return;
    const std::int64_t rows = selection.row_count(request.tokens());
    make.Set(field, {request.batch(), Count(selection.heads), rows, last}, shape);
  };
  map("probabilities", wanted.probabilities, request.keys(), shapes.probabilities);
  map("scores", wanted.scores, request.keys(), shapes.scores);
  map("top_keys", wanted.top_keys, wanted.top_count, shapes.top_keys);
  map("top_keys", wanted.top_keys, wanted.top_count, shapes.top_weights);
  if (!wanted.statistics.wanted()) return;
  make.Set("statistics", {request.batch(), Count(wanted.statistics.heads), kHeadStatistics},
           shapes.statistics);
}

}  // namespace

absl::Status CheckOutputs(const LayerSpec& layer, const AttentionRequest& request) {
  const OutputSelection& outputs = request.outputs;
  absl::Status status;
  if (!IsAttentionFloat(request.output_dtype)) {
    status = absl::InvalidArgumentError(absl::StrCat(
        "output_dtype: expected F32, F16 or BF16, got ", DTypeName(request.output_dtype)));
  }
  status.Update(CheckMerged(layer, outputs));
  status.Update(
      CheckIndices("outputs.head_context.heads", outputs.head_context_heads, layer.heads));
  status.Update(
      CheckIndices("outputs.contributions.heads", outputs.contribution_heads, layer.heads));
  status.Update(CheckSelection("outputs.probabilities", outputs.probabilities, layer, request));
  status.Update(CheckSelection("outputs.scores", outputs.scores, layer, request));
  status.Update(CheckSelection("outputs.top_keys.of", outputs.top_keys, layer, request));
  status.Update(CheckSelection("outputs.statistics", outputs.statistics, layer, request));
  if (status.ok()) status = CheckTopCount(request);
  return status;
}

absl::StatusOr<OutputShapes> ShapesOfOutputs(const LayerSpec& layer,
                                             const AttentionRequest& request) {
  OutputShapes shapes;
  ShapeMaker make;
  SetHeadShapes(layer, request, make, shapes);
  SetMapShapes(request, make, shapes);
  if (!make.status().ok()) return make.status();
  return shapes;
}

}  // namespace headwise
