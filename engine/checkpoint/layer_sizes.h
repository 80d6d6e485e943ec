// The numbers of an attention layer, from config.json and the shapes of its tensors.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_SIZES_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_SIZES_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/layer_locator.h"

namespace headwise {

// Larger numbers are taken for damage.
inline constexpr std::int64_t kMaxLayers = 65536;
inline constexpr std::int64_t kMaxHeads = 65536;
inline constexpr std::int64_t kMaxHeadDim = 65536;
inline constexpr std::int64_t kMaxWidth = std::int64_t{1} << 24;

// A number of config.json and the field that it was found under.
struct ConfigNumber {
  std::int64_t value = 0;
  std::string field;
};

struct ConfigSizes {
  std::optional<ConfigNumber> layers;
  std::optional<ConfigNumber> width;
  std::optional<ConfigNumber> heads;
  std::optional<ConfigNumber> kv_heads;
  std::optional<ConfigNumber> head_dim;
  std::optional<ConfigNumber> d_out;
};

// What config.json says under these fields. INVALID_ARGUMENT naming the field for a wrong type, for
// a number that is zero, negative or absurdly large, and if two fields that mean the same differ.
// Thread-safe.
absl::StatusOr<ConfigSizes> ReadConfigSizes(const ConfigFields& fields, const Config& config);

struct LayerSizes {
  std::int64_t width = 0;        // D
  std::int64_t key_width = 0;    // Dk
  std::int64_t value_width = 0;  // Dv
  std::int64_t heads = 0;        // H
  std::int64_t kv_heads = 0;     // KV
  std::int64_t head_dim = 0;     // hd

  std::int64_t query_rows() const { return heads * head_dim; }
  std::int64_t kv_rows() const { return kv_heads * head_dim; }
};

// Takes what config.json says and derives the rest from the layer's first projection. The result
// is consistent in itself (KV divides H) but not yet compared with all shapes. INVALID_ARGUMENT
// naming the field to add or the numbers that do not fit. Thread-safe.
absl::StatusOr<LayerSizes> ResolveSizes(const ArchitectureRow& row, const Section& section,
                                        const ConfigSizes& config, const LocatedLayer& layer);

// INVALID_ARGUMENT if config.json tells another number of layers than the tensors.
absl::Status CheckLayerCount(const ConfigSizes& config, std::int64_t layers);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_SIZES_H_
