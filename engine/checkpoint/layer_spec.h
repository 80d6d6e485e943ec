// What one attention layer is, whatever checkpoint it came from.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_SPEC_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "engine/checkpoint/qk_norm_spec.h"
#include "engine/checkpoint/relative_bias_spec.h"
#include "engine/checkpoint/rope_spec.h"

namespace headwise {

// Shape and rules of a layer. Query head h uses kv head h / (heads / kv_heads). The score of
// query i and key j is made in this order: scale * q_i k_j (after norm and rotary embedding of
// both), plus ALiBi or relative bias, softcap, additive masks, then keys that are hidden.
struct LayerSpec {
  std::string module;              // path in the checkpoint, for example "h.0.attn"
  std::int64_t d_model = 0;        // D, width of the input
  std::int64_t key_d_model = 0;    // Dk, width of what keys are made from; 0: D
  std::int64_t value_d_model = 0;  // Dv, width of what values are made from; 0: Dk
  std::int64_t heads = 0;          // H
  std::int64_t kv_heads = 0;       // KV, a divisor of H
  std::int64_t head_dim = 0;       // hd, width of a query and a key
  std::int64_t value_dim = 0;      // hv, width of a value; 0: hd
  std::int64_t d_out = 0;          // Dout; H*hv if there is no output projection
  double scale = 0;                // factor on Q K^T
  bool causal = false;             // the architecture's own rule; a request may override it
  bool cross = false;              // keys and values come from another input than queries
  bool input_projection = true;    // false: queries, keys and values are given (the bare core)
  bool input_bias = false;         // on any of q, k, v
  bool output_projection = false;
  bool output_bias = false;

  std::int64_t window = 0;          // a query sees the last `window` keys up to itself; 0: all
  double softcap = 0;               // score = softcap * tanh(score / softcap); 0: none
  double clip_qkv = 0;              // projected values are kept within +-clip_qkv; 0: not
  std::vector<float> alibi_slopes;  // [H] or empty: adds slope_h * (j - i - (Tk - Tq))
  bool sinks = false;               // an extra logit of each head takes part in the softmax
  QkNormSpec qk_norm;
  RopeSpec rope;
  RelativeBiasSpec relative_bias;

  std::int64_t key_input_width() const { return key_d_model == 0 ? d_model : key_d_model; }
  std::int64_t value_input_width() const {
    return value_d_model == 0 ? key_input_width() : value_d_model;
  }
  std::int64_t value_head_dim() const { return value_dim == 0 ? head_dim : value_dim; }
  std::int64_t query_width() const { return heads * head_dim; }
  std::int64_t key_width() const { return kv_heads * head_dim; }
  std::int64_t value_width() const { return kv_heads * value_head_dim(); }
  // Columns of Z_1..Z_H side by side.
  std::int64_t merged_width() const { return heads * value_head_dim(); }
  // Columns of Q, K and V side by side.
  std::int64_t qkv_width() const { return query_width() + key_width() + value_width(); }
  // Of all tensors that are read, biases and norms included; a bias on one of q, k, v counts for
  // all three.
  std::int64_t parameters() const;
};

// Canonical weights of a layer: every matrix row-major [out,in] as nn.Linear stores it, widened
// to float. Biases have the length of `out`, or are empty for none.
struct LayerWeights {
  std::vector<float> query;        // [H*hd, D]
  std::vector<float> key;          // [KV*hd, Dk]
  std::vector<float> value;        // [KV*hv, Dv]
  std::vector<float> output;       // [Dout, H*hv], empty without output projection
  std::vector<float> query_bias;   // [H*hd]
  std::vector<float> key_bias;     // [KV*hd]
  std::vector<float> value_bias;   // [KV*hv]
  std::vector<float> output_bias;  // [Dout]
  // Factors and offsets of the norms, one for each projected value whatever the norm's scope, as
  // they are applied (a stored w of a 1 + w norm is 1 + w here). Empty without norm; offsets are
  // empty where the norm has none.
  std::vector<float> query_norm;       // [H*hd]
  std::vector<float> key_norm;         // [KV*hd]
  std::vector<float> query_norm_bias;  // [H*hd]
  std::vector<float> key_norm_bias;    // [KV*hd]
  std::vector<float> sinks;            // [H], empty without
  std::vector<float> relative_bias;    // [buckets, H], empty without
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_SPEC_H_
