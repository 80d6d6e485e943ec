// gRPC reflection, only when wanted.
#ifndef HEADWISE_SERVER_LIFECYCLE_REFLECTION_H_
#define HEADWISE_SERVER_LIFECYCLE_REFLECTION_H_

#include "absl/status/status.h"

namespace headwise {

// Loads the reflection library, which adds itself to every server built from then on; linking
// it would do so without being asked. UNAVAILABLE if it is not installed. Not thread-safe.
absl::Status LoadReflection();

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_REFLECTION_H_
