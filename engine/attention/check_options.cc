#include "engine/attention/check_options.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace headwise {
namespace {

absl::Status CheckEachLength(absl::string_view field, const std::vector<std::int64_t>& lengths,
                             std::int64_t batch, std::int64_t limit) {
  if (lengths.empty()) return absl::OkStatus();
  if (static_cast<std::int64_t>(lengths.size()) != batch) {
    return absl::InvalidArgumentError(absl::StrCat(field, ": expected one value for each of the ",
                                                   batch, " sequences, got ", lengths.size()));
  }
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    if (lengths[b] >= 0 && lengths[b] <= limit) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(field, "[", b, "]: expected 0 to ", limit, ", got ", lengths[b]));
  }
  return absl::OkStatus();
}

absl::Status CheckLengths(const AttentionRequest& request) {
  if (request.has_key_input() && !request.lengths.empty()) {
    return absl::InvalidArgumentError(
        "lengths: expected none, as keys come from another input; key_lengths hides keys");
  }
  if (!request.has_key_input() && !request.key_lengths.empty()) {
    return absl::InvalidArgumentError(
        "key_lengths: expected none without key_input; lengths shortens sequences");
  }
  absl::Status status =
      CheckEachLength("lengths", request.lengths, request.batch(), request.tokens());
  status.Update(
      CheckEachLength("key_lengths", request.key_lengths, request.batch(), request.keys()));
  return status;
}

absl::Status CheckPositions(const LayerSpec& layer, const AttentionRequest& request) {
  const std::vector<std::int64_t>& positions = request.positions;
  if (positions.empty()) return absl::OkStatus();
  if (layer.rope.dims == 0) {
    return absl::InvalidArgumentError(
        "positions: expected none, as this layer has no rotary embedding");
  }
  const std::int64_t expected = request.batch() * request.tokens();
  if (static_cast<std::int64_t>(positions.size()) != expected) {
    return absl::InvalidArgumentError(absl::StrCat("positions: expected one value for each of the ",
                                                   expected, " tokens (B*T), got ",
                                                   positions.size()));
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] >= 0 && positions[i] < kMostPositions) continue;
    return absl::InvalidArgumentError(absl::StrCat("positions[", i, "]: expected 0 to ",
                                                   kMostPositions - 1, ", got ", positions[i]));
  }
  return absl::OkStatus();
}

absl::Status CheckMaskType(absl::string_view field, const AttentionMask& mask) {
  const DType dtype = mask.values.dtype();
  if (mask.meaning == MaskMeaning::kAddedToScores) {
    if (IsAttentionFloat(dtype)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(field,
                     ".values.dtype: expected F32, F16 or BF16 for a mask that is added, "
                     "got ",
                     DTypeName(dtype)));
  }
  if (dtype == DType::kBool || dtype == DType::kU8) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      field, ".values.dtype: expected BOOL for a mask of true and false, got ", DTypeName(dtype)));
}

absl::Status CheckMask(const LayerSpec& layer, const AttentionRequest& request, std::size_t m) {
  const AttentionMask& mask = request.masks[m];
  const std::string field = absl::StrCat("masks[", m, "]");
  if (!mask.values.present()) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, ".values: expected a tensor [B,H,T,Tk], got none"));
  }
  absl::Status status = CheckMaskType(field, mask);
  if (!status.ok()) return status;
  const std::int64_t dims[] = {request.batch(), layer.heads, request.tokens(), request.keys()};
  const Shape& shape = mask.values.shape();
  bool fits = shape.rank() == 4;
  for (int d = 0; fits && d < 4; ++d) fits = shape.dim(d) == 1 || shape.dim(d) == dims[d];
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(field, ".values.shape: expected [", dims[0],
                                                 " or 1,", dims[1], " or 1,", dims[2], " or 1,",
                                                 dims[3], " or 1], got ", shape.ToString()));
}

absl::Status CheckMasks(const LayerSpec& layer, const AttentionRequest& request) {
  if (request.masks.size() > kMostMasks) {
    return absl::InvalidArgumentError(absl::StrCat("masks: expected at most ", kMostMasks, ", got ",
                                                   request.masks.size(),
                                                   "; join masks of one meaning"));
  }
  for (std::size_t m = 0; m < request.masks.size(); ++m) {
    absl::Status status = CheckMask(layer, request, m);
    if (!status.ok()) return status;
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

absl::Status CheckForm(const LayerSpec& layer, Form form) {
  if (!layer.input_projection && form != Form::kFused) {
    return absl::InvalidArgumentError(absl::StrCat(
        "form: expected fused, the only one without projections, got ", FormName(form)));
  }
  if (form != Form::kSingleHead || layer.heads == 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("form: expected fused or stacked for a layer of ", layer.heads,
                   " heads, got single_head, which needs a layer of one head"));
}

}  // namespace

absl::Status CheckOptions(const LayerSpec& layer, const AttentionRequest& request) {
  absl::Status status = CheckLengths(request);
  status.Update(CheckPositions(layer, request));
  status.Update(CheckMasks(layer, request));
  status.Update(CheckGates(layer, request.gates));
  status.Update(CheckForm(layer, request.form));
  return status;
}

}  // namespace headwise
