#include "engine/attention/attention_request.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/attention/check_inputs.h"
#include "engine/attention/check_options.h"
#include "engine/attention/check_outputs.h"
#include "engine/tensor/convert.h"

namespace headwise {
namespace {

absl::Status CheckMask(std::size_t m, const TensorView& values) {
  constexpr std::int64_t kPiece = 1024;
  float piece[kPiece];
  const std::int64_t elements = values.shape().elements();
  for (std::int64_t first = 0; first < elements; first += kPiece) {
    const std::int64_t count = std::min(kPiece, elements - first);
    WidenToFloat(values.dtype(), values.data() + first * ByteWidth(values.dtype()), count, piece);
    for (std::int64_t i = 0; i < count; ++i) {
      if (piece[i] < std::numeric_limits<float>::infinity()) continue;  // false for NaN
      return absl::InvalidArgumentError(
          absl::StrCat("masks[", m, "].values.data: expected numbers below infinity, got ",
                       std::isnan(piece[i]) ? "NaN" : "infinity", " at element ", first + i));
    }
  }
  return absl::OkStatus();
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
  absl::Status status = CheckInputs(layer, request);
  if (!status.ok()) return status;  // the checks below read the inputs' shapes
  status.Update(CheckOptions(layer, request));
  status.Update(CheckOutputs(layer, request));
  if (!status.ok()) return status;
  return ShapesOfOutputs(layer, request);
}

absl::Status CheckMaskValues(const AttentionRequest& request) {
  for (std::size_t m = 0; m < request.masks.size(); ++m) {
    if (request.masks[m].meaning != MaskMeaning::kAddedToScores) continue;
    absl::Status status = CheckMask(m, request.masks[m].values);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace headwise
