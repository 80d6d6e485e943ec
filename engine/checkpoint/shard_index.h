// model.safetensors.index.json: which shard holds which tensor.
#ifndef HEADWISE_ENGINE_CHECKPOINT_SHARD_INDEX_H_
#define HEADWISE_ENGINE_CHECKPOINT_SHARD_INDEX_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

// Shard file by tensor name. A shard is a plain file name: with `/` or `\`, as ".." or empty it
// is refused, so an index cannot reach outside its folder. INVALID_ARGUMENT, starting with
// `file_name`, for anything else than a non-empty object weight_map of strings. Thread-safe.
absl::StatusOr<std::map<std::string, std::string>> ParseShardIndex(absl::string_view text,
                                                                   absl::string_view file_name);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_SHARD_INDEX_H_
