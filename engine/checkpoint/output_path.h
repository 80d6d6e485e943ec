// Where a result may be written.
#ifndef HEADWISE_ENGINE_CHECKPOINT_OUTPUT_PATH_H_
#define HEADWISE_ENGINE_CHECKPOINT_OUTPUT_PATH_H_

#include <string>

#include "absl/status/statusor.h"

namespace headwise {

// The file that `path` names, to be replaced by a new one: symbolic links are followed, a name that
// does not exist yet is taken as it is. PERMISSION_DENIED for anything that is no regular file (a
// folder, device or pipe, which renaming would destroy) and for links that lead nowhere; texts tell
// the last component alone. Thread-safe.
absl::StatusOr<std::string> OutputPath(const std::string& path);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_OUTPUT_PATH_H_
