// First step of reading a safetensors header: from JSON text to fields, without a document.
#ifndef HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_SAX_H_
#define HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_SAX_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

// A tensor as the header describes it: the fields have their types, nothing more is known.
struct RawTensor {
  std::string name;
  std::string dtype;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> data_offsets;
};

struct RawHeader {
  std::vector<RawTensor> tensors;  // in the order of the text; names may repeat
  std::map<std::string, std::string> metadata;
};

// Takes memory in proportion to the text and does not recurse. INVALID_ARGUMENT, starting with
// `file_name`, for anything but an object of tensor objects with exactly dtype, shape and
// data_offsets, and of __metadata__ with strings. Thread-safe.
absl::StatusOr<RawHeader> ParseRawHeader(absl::string_view text, absl::string_view file_name);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_SAX_H_
