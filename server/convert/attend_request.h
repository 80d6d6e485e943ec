// From AttendRequest to what the engine takes.
#ifndef HEADWISE_SERVER_CONVERT_ATTEND_REQUEST_H_
#define HEADWISE_SERVER_CONVERT_ATTEND_REQUEST_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/attention/attention_request.h"
#include "grpcpp/support/byte_buffer.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

struct AttendLimits {
  std::int64_t message_bytes = 0;   // of an encoded response
  std::int64_t request_tokens = 0;  // B*T
};

// A checked request. Views point into the message that it was made from.
struct ParsedAttend {
  AttentionRequest request;
  OutputShapes shapes;
  bool without_batch = false;  // the input came as [T,D]: outputs go back without the leading B
  bool timings = false;
  // No less than the encoded response takes.
  std::int64_t response_bytes = 0;
};

// AttentionLayer::Validate of the layer that the request is for.
using LayerValidator = absl::FunctionRef<absl::StatusOr<OutputShapes>(const AttentionRequest&)>;

// What a call whose message never came is answered with: its client has gone.
absl::Status NoMessage();

// Parses the bytes of a call. INVALID_ARGUMENT if they are no such message, NoMessage if there
// are none at all.
absl::Status ParseAttendRequest(const grpc::ByteBuffer& bytes, v1::AttendRequest& message);

// Checks everything but the model's name, the layer's number and the values of the input.
// INVALID_ARGUMENT names the field, what was expected and what came. Copies no payload: `proto`
// must outlive the result, unchanged. Pure; thread-safe.
absl::StatusOr<ParsedAttend> AttendFromProto(const v1::AttendRequest& proto, std::int64_t heads,
                                             const AttendLimits& limits, LayerValidator validate);

// INVALID_ARGUMENT naming the first NaN or infinity before lengths[b] in any sequence.
absl::Status CheckFiniteInput(const AttentionRequest& request);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_ATTEND_REQUEST_H_
