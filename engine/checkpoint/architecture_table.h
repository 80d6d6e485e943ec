// What is known of each architecture: where its attention weights lie and by which rules they are
// used. All of it is data; no other file names an architecture.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_TABLE_H_
#define HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_TABLE_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace headwise {

// How a matrix is stored: as nn.Linear does it, or transposed (Conv1D and bare parameters).
enum class Storage { kOutIn, kInOut };

// How the rows of Q, K and V (of the [out,in] matrix) are spread over tensors.
enum class Packing {
  kSeparate,    // three tensors; the heads one after the other in each
  kContiguous,  // one tensor: all rows of Q, then of K, then of V
  kPerHead,     // three tensors for each head {h}, with head_dim rows each
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
  absl::string_view weight;
  absl::string_view bias;
};

// Fields of config.json that mean the same; those that are there must agree. The first is the one
// that errors ask for.
struct ConfigFields {
  std::vector<absl::string_view> layers;
  std::vector<absl::string_view> width;     // D
  std::vector<absl::string_view> heads;     // H
  std::vector<absl::string_view> kv_heads;  // absent or null: H
  std::vector<absl::string_view> head_dim;
  // Width of Q in the checkpoint's own count: H*hd, or hd under Packing::kPerHead.
  std::vector<absl::string_view> d_out;
};

// The factor on Q K^T is head_dim^-0.5, changed by Booleans of config.json.
struct ScaleRule {
  absl::string_view enabled;        // false: the factor is 1; default true
  absl::string_view inverse_layer;  // true: also divided by (layer + 1); default false
};

// A tensor (by its name after the module's path) or a fragment of a tensor's name, and why it
// matters.
struct NamedReason {
  absl::string_view name;
  absl::string_view reason;
};

struct ArchitectureRow {
  absl::string_view name;
  std::vector<absl::string_view> model_types;
  // Without model_type in config.json, tensor names alone may tell that it is this one.
  bool found_by_names = false;

  // A layer's path is prefix + module; exactly one combination may be in a checkpoint. {i} is the
  // layer; a module without it is a lone layer.
  std::vector<absl::string_view> prefixes = {""};
  std::vector<absl::string_view> modules;

  Packing packing = Packing::kSeparate;
  Storage input_storage = Storage::kOutIn;
  std::vector<Projection> inputs;  // q, k, v; one if they are packed

  OutputRule output_rule = OutputRule::kRequired;
  OutputWidth output_width = OutputWidth::kHeads;
  Storage output_storage = Storage::kOutIn;
  Projection output;

  std::vector<absl::string_view> buffers;  // in the module, but no weights: passed over
  std::vector<NamedReason> unsupported;    // tensors in the module that change the result
  std::vector<NamedReason> left_out;       // fragments of names elsewhere; the reason is a note

  ConfigFields fields;
  bool single_head = false;
  HeadDimRule head_dim_rule = HeadDimRule::kFromRows;
  ScaleRule scale;
  bool causal = true;
};

// Every architecture that can be read. Thread-safe; lives as long as the process.
absl::Span<const ArchitectureRow> ArchitectureTable();

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_TABLE_H_
