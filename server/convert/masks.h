// Masks of a message.
#ifndef HEADWISE_SERVER_CONVERT_MASKS_H_
#define HEADWISE_SERVER_CONVERT_MASKS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/attention_mask.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Views into `protos`. INVALID_ARGUMENT naming the field for a meaning that is none and for what
// TensorFromProto refuses; number and dimensions are the engine's to check. Pure; thread-safe.
absl::StatusOr<std::vector<AttentionMask>> MasksFromProto(
    const google::protobuf::RepeatedPtrField<v1::Mask>& protos);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_MASKS_H_
