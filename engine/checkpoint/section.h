// A family of attention layers in an architecture: its self-attention, or a decoder's cross
// attention.
#ifndef HEADWISE_ENGINE_CHECKPOINT_SECTION_H_
#define HEADWISE_ENGINE_CHECKPOINT_SECTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/checkpoint/rules.h"

namespace headwise {

// How a matrix is stored: as nn.Linear does it, or transposed (Conv1D and bare parameters).
enum class Storage { kOutIn, kInOut };

// How the rows of Q, K and V (of the [out,in] matrix) are spread over tensors.
enum class Packing {
  kSeparate,          // three tensors; the heads one after the other in each
  kContiguous,        // one tensor: all rows of Q, then of K, then of V
  kQueryAndKeyValue,  // two tensors: Q; all rows of K, then of V
  kGrouped,           // one tensor: for each kv head its queries, its key, its value
  kPerHead,           // three tensors for each head {h}, with head_dim rows each
};

enum class OutputRule { kNone, kOptional, kRequired };

// Width of the output projection's result.
enum class OutputWidth { kHeads, kModel };  // H*hd | D

// Where head_dim comes from when config.json does not give it.
enum class HeadDimRule {
  kFromRows,   // rows of the query matrix / H
  kFromWidth,  // D / H, which must be whole
};

// Names of a matrix and its bias, after the module's path. An empty bias: the layout has none.
struct Projection {
  std::string weight;
  std::string bias;
};

// Fields of config.json that mean the same; those that are there must agree. The first is the one
// that errors ask for. The numbers are what the architecture's class takes without the field.
struct ConfigFields {
  std::vector<absl::string_view> layers;
  std::vector<absl::string_view> width;  // D
  std::vector<absl::string_view> heads;  // H
  std::int64_t heads_absent = 0;
  std::vector<absl::string_view> kv_heads;  // null: H
  std::int64_t kv_heads_absent = 0;         // 0: H
  std::vector<absl::string_view> head_dim;  // null: by HeadDimRule
  std::int64_t head_dim_absent = 0;         // 0: by HeadDimRule
  // Width of Q in the checkpoint's own count: H*hd, or hd under Packing::kPerHead.
  std::vector<absl::string_view> d_out;
};

// A name (of a tensor after the module's path, a fragment of one, or a Boolean of config.json) and
// why it matters.
struct NamedReason {
  absl::string_view name;
  absl::string_view reason;
};

struct Section {
  absl::string_view name = "self-attention";
  // {i} is the layer; a module without it is a lone layer.
  std::vector<absl::string_view> modules;
  absl::string_view scope;  // object of config.json that holds the fields; empty: the whole
  Flag causal = kAlways;
  bool cross = false;

  Packing packing = Packing::kSeparate;
  Storage input_storage = Storage::kOutIn;
  std::vector<Projection> inputs;  // as Packing says
  std::string joint_bias;          // one bias for Q, K and V one after the other
  bool own_kv_widths = false;      // keys and values may come from other widths than D

  OutputRule output_rule = OutputRule::kRequired;
  OutputWidth output_width = OutputWidth::kModel;
  Storage output_storage = Storage::kOutIn;
  Projection output;

  NormRule norm;
  std::string sinks;  // [H]
  RelativeBiasRule relative_bias;

  std::vector<absl::string_view> buffers;  // in the module, but no weights: passed over
  std::vector<NamedReason> unsupported;    // tensors in the module that change the result
  std::vector<NamedReason> refused;        // Booleans that change the result when true

  ConfigFields fields;
  bool single_head = false;
  bool single_kv_head = false;
  HeadDimRule head_dim_rule = HeadDimRule::kFromWidth;
  absl::string_view bias;  // Boolean that tells of biases on Q, K and V; the tensors decide
  ScaleRule scale;
  WindowRule window;
  RopeRule rope;
  AlibiRule alibi;
  NumberRule softcap;
  NumberRule clip_qkv;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_SECTION_H_
