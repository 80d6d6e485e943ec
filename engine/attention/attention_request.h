// What one caller asks of an attention layer.
#ifndef HEADWISE_ENGINE_ATTENTION_ATTENTION_REQUEST_H_
#define HEADWISE_ENGINE_ATTENTION_ATTENTION_REQUEST_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/attention_mask.h"
#include "engine/attention/output_selection.h"
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

// Shapes: B sequences, Tq queries and Tk keys of the longest, D, Dk and Dv input widths, H heads.
// All tensors are F32, F16 or BF16 unless said otherwise, and borrowed.
struct AttentionRequest {
  // [B,Tq,D]; for a layer without input projection the queries [B,H,Tq,hd].
  TensorView input;
  // What keys and values are made from, [B,Tk,Dk]; absent for self-attention. For a layer without
  // input projection the keys [B,KV,Tk,hd].
  TensorView key_input;
  // What values are made from if that is something else, [B,Tk,Dv]. For a layer without input
  // projection the values [B,KV,Tk,hv].
  TensorView value_input;
  // Tokens of each sequence, [B] in 0..Tq, or empty: all. Later rows are neither read nor
  // answered. Self-attention only.
  std::vector<std::int64_t> lengths;
  // Keys of each sequence, [B] in 0..Tk, or empty: all. Later ones are hidden, whatever they
  // hold. With key_input only.
  std::vector<std::int64_t> key_lengths;
  // Positions for the rotary embedding, [B*Tq], or empty: 0..Tq-1 in every sequence.
  std::vector<std::int64_t> positions;
  std::vector<AttentionMask> masks;  // all of them hold
  Form form = Form::kFused;
  std::optional<bool> causal;  // overrides the layer's rule
  bool relative_bias = true;   // false: leaves the layer's own relative bias out
  std::vector<float> gates;    // [H] factors on Z_h at the merge, or empty: all 1
  OutputSelection outputs;
  DType output_dtype = DType::kF32;  // of context, head_context, contributions, probabilities

  std::int64_t batch() const { return input.shape().dim(0); }
  std::int64_t tokens() const { return input.shape().dim(input.shape().rank() - 2); }  // Tq
  bool has_key_input() const { return key_input.present(); }
  std::int64_t keys() const {  // Tk
    return has_key_input() ? key_input.shape().dim(key_input.shape().rank() - 2) : tokens();
  }
  std::int64_t length(std::int64_t b) const { return lengths.empty() ? tokens() : lengths[b]; }
  std::int64_t key_length(std::int64_t b) const {
    if (!has_key_input()) return length(b);
    return key_lengths.empty() ? keys() : key_lengths[b];
  }
};

// Shape of every wanted output; nullopt for one that is not wanted.
struct OutputShapes {
  std::optional<Shape> context;        // [B,Tq,Dout]
  std::optional<Shape> head_context;   // [B,heads,Tq,hv]
  std::optional<Shape> contributions;  // [B,heads,Tq,Dout]
  std::optional<Shape> log_sum_exp;    // [B,H,Tq], F32
  std::optional<Shape> probabilities;  // [B,heads,rows,Tk]
  std::optional<Shape> scores;         // [B,heads,rows,Tk], F32
  std::optional<Shape> top_keys;       // [B,heads,rows,count], I32
  std::optional<Shape> top_weights;    // [B,heads,rows,count], F32
  std::optional<Shape> statistics;     // [B,heads,kHeadStatistics], F32
};

// Checks a request against the layer it is for. INVALID_ARGUMENT names the field (under its
// name in AttendRequest), what was expected and what came. Values of tensors are not looked at.
absl::StatusOr<OutputShapes> ValidateRequest(const LayerSpec& layer,
                                             const AttentionRequest& request);

// INVALID_ARGUMENT naming the first NaN or +infinity of an additive mask. Reads all of it.
absl::Status CheckMaskValues(const AttentionRequest& request);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ATTENTION_REQUEST_H_
