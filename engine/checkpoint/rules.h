// How facts of a layer follow from config.json: the vocabulary of the architecture table.
#ifndef HEADWISE_ENGINE_CHECKPOINT_RULES_H_
#define HEADWISE_ENGINE_CHECKPOINT_RULES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "engine/checkpoint/qk_norm_spec.h"

namespace headwise {

// A Boolean of config.json; `absent` if the field is missing or null, or has no name here.
struct Flag {
  absl::string_view field;
  bool absent = false;
};
inline constexpr Flag kAlways{"", true};
inline constexpr Flag kNever{"", false};

// A number of config.json under the first of `fields` that is there. A field that is null gives
// none; without any field, `absent`, which is what the architecture's own class takes.
struct NumberRule {
  std::vector<absl::string_view> fields;
  std::optional<double> absent;
};

// The factor on Q K^T is head_dim^-0.5 unless a rule says otherwise.
struct ScaleRule {
  Flag enabled = kAlways;       // false: the factor is 1
  NumberRule factor;            // a number: the factor itself
  NumberRule instead_of_width;  // a number n: n^-0.5
  Flag inverse_layer = kNever;  // true: also divided by (layer + 1)
};

// Which layers see a window of keys only. A list layer_types in config.json decides before all of
// this.
struct WindowRule {
  absl::string_view field;  // its length; null: no window. Empty: no layer has one
  std::int64_t absent = 0;  // length without the field; 0: no window
  Flag enabled = kAlways;
  absl::string_view first_layer;  // only layers from this number on
  std::int64_t first_layer_absent = 0;
  absl::string_view period;  // every period-th layer sees all keys; 0: none does
  std::int64_t period_absent = 0;
};

// Rotary position embedding. Read from rope_parameters if config.json has it, else from the fields
// named here.
struct RopeRule {
  bool used = false;
  Flag unless = kNever;  // true: not used
  bool interleaved = false;
  NumberRule base = {{"rope_theta"}, 10000.0};
  NumberRule sliding_base;  // of layers with a window, which are then not scaled; none: the same
  NumberRule fraction = {{"partial_rotary_factor"}, 1.0};  // of head_dim that is rotated
  NumberRule dims;  // values of a head that are rotated, before `fraction`
  absl::string_view scaling = "rope_scaling";
  absl::string_view scaling_type;  // of an object that tells none
  bool scaling_required = false;
  bool yarn_is_longrope = false;  // older files use the name so
};

enum class AlibiSlopes {
  kNone,
  kPowers,       // 2^(-8 k/p) for p = 2^floor(log2 H), then every other one of 2p
  kInterleaved,  // of n = 2^ceil(log2 H) slopes the second, fourth, ..., then the first, third, ...
};

struct AlibiRule {
  AlibiSlopes slopes = AlibiSlopes::kNone;
  Flag enabled = kAlways;
  NumberRule max_exponent = {{}, 8.0};  // slopes reach down to 2^-this
  bool scaled = false;                  // the bias is multiplied by head_dim^-0.5 like the scores
};

// Stored form of a norm's weight.
enum class NormShape {
  kOneHead,   // [hd], or all values under NormScope::kProjection
  kAllHeads,  // [heads,hd]
  kPerHead,   // a tensor [hd] for each head {h}
};

// Norms of projected queries and keys: names after the module's path, empty for none.
struct NormRule {
  NormKind kind = NormKind::kNone;
  NormScope scope = NormScope::kHead;
  NormShape shape = NormShape::kOneHead;
  std::string query;
  std::string key;
  std::string query_bias;
  std::string key_bias;
  bool plus_one = false;   // applied as 1 + weight
  Flag present = kAlways;  // whether the layers have them
  NumberRule epsilon = {{"rms_norm_eps"}, 1e-6};
};

// A bias by distance; the first layer's table is used by all layers of the section.
struct RelativeBiasRule {
  std::string table;  // name after the module's path; empty: none
  bool bidirectional = false;
  NumberRule buckets = {{"relative_attention_num_buckets"}, 32.0};
  NumberRule max_distance = {{"relative_attention_max_distance"}, 128.0};
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_RULES_H_
