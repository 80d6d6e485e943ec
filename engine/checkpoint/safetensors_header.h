// What the header of a safetensors file says, checked.
#ifndef HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_HEADER_H_
#define HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_HEADER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/tensor/dtype.h"
#include "engine/tensor/shape.h"

namespace headwise {

// One tensor: what it is and which bytes of the data section are its.
struct TensorEntry {
  std::string name;
  // nullopt for a type narrower than a byte (F4, F6_E2M3, F6_E3M2), which cannot be read.
  std::optional<DType> dtype;
  // "F32"; static storage.
  absl::string_view dtype_name;
  Shape shape;
  std::int64_t begin = 0;  // [begin, end), relative to the data section
  std::int64_t end = 0;

  std::int64_t bytes() const { return end - begin; }
};

struct SafetensorsHeader {
  std::vector<TensorEntry> tensors;  // in the order of their bytes
  std::map<std::string, std::string> metadata;
};

// The 8 bytes before the header's text hold its length; a longer one is refused.
inline constexpr std::int64_t kMaxSafetensorsHeaderBytes = 100'000'000;

// Reads the header's text (without the 8 bytes of its length) of a file with `data_bytes` bytes
// behind it. A pure function of its arguments; memory in proportion to the text. Thread-safe.
//
// INVALID_ARGUMENT, starting with `file_name` and naming the tensor, unless the text is UTF-8 JSON
// that starts with '{', every name is there once, every dtype is known, every shape and type fits
// the tensor's bytes, and the tensors fill the data section without holes or overlap.
absl::StatusOr<SafetensorsHeader> ParseSafetensorsHeader(absl::string_view text,
                                                         std::int64_t data_bytes,
                                                         absl::string_view file_name);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_HEADER_H_
