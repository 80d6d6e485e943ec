// From AttendRequest to what the engine takes.
#ifndef HEADWISE_SERVER_CONVERT_ATTEND_REQUEST_H_
#define HEADWISE_SERVER_CONVERT_ATTEND_REQUEST_H_

#include "absl/status/statusor.h"
#include "engine/checkpoint/layer_spec.h"
#include "headwise/v1/attention.pb.h"
#include "server/convert/parsed_attend.h"

namespace headwise {

// Checks everything but the model's name, the layer's number and the values of tensors.
// INVALID_ARGUMENT names the field, what was expected and what came. Copies no payload: `proto`
// must outlive the result, unchanged. Pure; thread-safe.
absl::StatusOr<ParsedAttend> AttendFromProto(const v1::AttendRequest& proto, const LayerSpec& spec,
                                             const AttendLimits& limits, LayerValidator validate);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_ATTEND_REQUEST_H_
