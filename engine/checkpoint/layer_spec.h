// What one attention layer is, whatever checkpoint it came from.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_SPEC_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

namespace headwise {

// Shape and rules of a layer. Query head h uses kv head h / (heads / kv_heads).
struct LayerSpec {
  std::string module;         // path in the checkpoint, for example "h.0.attn"
  std::int64_t d_model = 0;   // D, width of the input
  std::int64_t heads = 0;     // H
  std::int64_t kv_heads = 0;  // KV, a divisor of H
  std::int64_t head_dim = 0;  // hd
  std::int64_t d_out = 0;     // Dout; H*hd if there is no output projection
  double scale = 0;           // factor on Q K^T
  bool causal = false;        // the architecture's own rule; a request may override it
  bool input_bias = false;    // on any of q, k, v
  bool output_projection = false;
  bool output_bias = false;

  std::int64_t query_width() const { return heads * head_dim; }
  std::int64_t kv_width() const { return kv_heads * head_dim; }
  // Columns of Q, K and V side by side.
  std::int64_t qkv_width() const { return query_width() + 2 * kv_width(); }
  std::int64_t parameters() const {
    const std::int64_t input = qkv_width() * (d_model + (input_bias ? 1 : 0));
    const std::int64_t output =
        output_projection ? d_out * (query_width() + (output_bias ? 1 : 0)) : 0;
    return input + output;
  }
};

// Canonical weights of a layer: every matrix row-major [out,in] as nn.Linear stores it, widened
// to float. Biases have the length of `out`, or are empty for none.
struct LayerWeights {
  std::vector<float> query;        // [H*hd, D]
  std::vector<float> key;          // [KV*hd, D]
  std::vector<float> value;        // [KV*hd, D]
  std::vector<float> output;       // [Dout, H*hd], empty without output projection
  std::vector<float> query_bias;   // [H*hd]
  std::vector<float> key_bias;     // [KV*hd]
  std::vector<float> value_bias;   // [KV*hd]
  std::vector<float> output_bias;  // [Dout]
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_SPEC_H_
