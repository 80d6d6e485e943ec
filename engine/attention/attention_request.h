// What one caller asks of an attention layer, and where the answer goes.
#ifndef HEADWISE_ENGINE_ATTENTION_ATTENTION_REQUEST_H_
#define HEADWISE_ENGINE_ATTENTION_ATTENTION_REQUEST_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/tensor/shape.h"
#include "engine/tensor/tensor_view.h"

namespace headwise {

// The equivalent ways of computing the same attention (docs/lesson.md).
enum class Form {
  kFused,       // one projection for all heads, heads as strides of one buffer
  kStacked,     // independent heads, each with its own three matrices
  kSingleHead,  // one head; only for a layer that has exactly one
};

// "fused", "stacked", "single_head"
const char* FormName(Form form);

// Which outputs are wanted. Heads and rows come back in the order given.
struct OutputSelection {
  bool context = true;                           // context vectors after the merge
  std::vector<std::int32_t> head_context_heads;  // Z_h before gates and merge
  bool log_sum_exp = false;                      // log of the softmax denominator
  std::vector<std::int32_t> probability_heads;   // softmax of the scores
  std::vector<std::int64_t> probability_rows;    // query rows; empty: all
};

// Shapes: B sequences, T tokens of the longest, D input width, H heads.
struct AttentionRequest {
  TensorView input;                   // [B,T,D], F32, F16 or BF16; borrowed
  std::vector<std::int64_t> lengths;  // [B] in 0..T, or empty: all T
  Form form = Form::kFused;
  std::optional<bool> causal;  // overrides the layer's rule
  std::vector<float> gates;    // [H] factors on Z_h at the merge, or empty: all 1
  OutputSelection outputs;
  DType output_dtype = DType::kF32;  // of context, head_context and probabilities

  std::int64_t batch() const { return input.shape().dim(0); }
  std::int64_t tokens() const { return input.shape().dim(1); }
  std::int64_t length(std::int64_t b) const { return lengths.empty() ? tokens() : lengths[b]; }
};

// Shape of every wanted output; nullopt for one that is not wanted.
struct OutputShapes {
  std::optional<Shape> context;        // [B,T,Dout]
  std::optional<Shape> head_context;   // [B,heads,T,hd]
  std::optional<Shape> log_sum_exp;    // [B,H,T], F32
  std::optional<Shape> probabilities;  // [B,heads,rows,T]
};

// Checks a request against the layer it is for. INVALID_ARGUMENT names the field (under its
// name in AttendRequest), what was expected and what came. Values of `input` are not looked at.
absl::StatusOr<OutputShapes> ValidateRequest(const LayerSpec& layer,
                                             const AttentionRequest& request);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ATTENTION_REQUEST_H_
