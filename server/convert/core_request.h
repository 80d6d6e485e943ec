// From AttendCoreRequest to what the engine takes.
#ifndef HEADWISE_SERVER_CONVERT_CORE_REQUEST_H_
#define HEADWISE_SERVER_CONVERT_CORE_REQUEST_H_

#include "absl/status/statusor.h"
#include "engine/checkpoint/layer_spec.h"
#include "headwise/v1/attention.pb.h"
#include "server/convert/parsed_attend.h"

namespace headwise {

// A checked request and the layer that answers it: nothing but its options and its sinks.
struct ParsedCore {
  ParsedAttend attend;
  LayerSpec spec;
  LayerWeights weights;
};

// Checks everything but the values of tensors. INVALID_ARGUMENT names the field, what was expected
// and what came. Copies no payload: `proto` must outlive the result, unchanged. Pure; thread-safe.
absl::StatusOr<ParsedCore> CoreFromProto(const v1::AttendCoreRequest& proto,
                                         const AttendLimits& limits);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_CORE_REQUEST_H_
