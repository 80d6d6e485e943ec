// A request as the conversion leaves it, whichever method it came by.
#ifndef HEADWISE_SERVER_CONVERT_PARSED_ATTEND_H_
#define HEADWISE_SERVER_CONVERT_PARSED_ATTEND_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "engine/attention/attention_request.h"
#include "server/convert/response_layout.h"

namespace headwise {

struct AttendLimits {
  std::int64_t message_bytes = 0;   // of an encoded response
  std::int64_t request_tokens = 0;  // B*T, and B*Tk
};

// What the message calls the engine's inputs, and how their shapes are written.
struct InputNames {
  const char* input;
  const char* key_input;
  const char* value_input;
};
inline constexpr InputNames kAttendInputs = {"input", "key_input", "value_input"};
inline constexpr InputNames kCoreInputs = {"queries", "keys", "values"};

// A checked request. Views point into the message that it was made from.
struct ParsedAttend {
  AttentionRequest request;
  OutputShapes shapes;
  InputNames names = kAttendInputs;
  ResponseLayout layout = AttendLayout();
  bool without_batch = false;  // the input came as [T,D]: outputs go back without the leading B
  bool timings = false;
  std::int64_t rope_length = 0;  // 0: the rotary embedding does not depend on it
  // No less than the encoded response takes.
  std::int64_t response_bytes = 0;
};

// AttentionLayer::Validate of the layer that the request is for.
using LayerValidator = absl::FunctionRef<absl::StatusOr<OutputShapes>(const AttentionRequest&)>;

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_PARSED_ATTEND_H_
