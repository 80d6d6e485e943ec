// From AttendCoreRequest's options to the engine's.
#ifndef HEADWISE_SERVER_CONVERT_CORE_OPTIONS_H_
#define HEADWISE_SERVER_CONVERT_CORE_OPTIONS_H_

#include "absl/status/statusor.h"
#include "engine/attention/attention_core.h"
#include "engine/attention/attention_request.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Heads and widths are those of the tensors [B,heads,rows,width] in `request`. INVALID_ARGUMENT
// naming the field for numbers that no F32 holds; the rest is CoreSpec's to check. Pure;
// thread-safe.
absl::StatusOr<CoreOptions> CoreOptionsFromProto(const v1::AttendCoreRequest& proto,
                                                 const AttentionRequest& request);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_CORE_OPTIONS_H_
