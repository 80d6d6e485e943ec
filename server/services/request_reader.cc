#include "server/services/request_reader.h"

#include "server/convert/input_values.h"
#include "server/convert/parse_message.h"

namespace headwise {

absl::Status ReadMessage(const grpc::ByteBuffer& bytes, const AttendPolicy& policy,
                         absl::Span<const DataPath> data_paths,
                         google::protobuf::Message& message) {
  absl::Status status = CheckBytesBesideData(bytes, policy.limits.request_tokens, data_paths);
  if (!status.ok()) return status;
  return ParseMessage(bytes, message);
}

absl::Status CheckValues(const ParsedAttend& parsed, NonFinitePolicy policy) {
  absl::Status status = CheckMaskValues(parsed.request);
  if (!status.ok() || policy == NonFinitePolicy::kPropagate) return status;
  return CheckFiniteInputs(parsed);
}

}  // namespace headwise
