// From a call's bytes to work: what differs from method to method.
#ifndef HEADWISE_SERVER_SERVICES_REQUEST_READER_H_
#define HEADWISE_SERVER_SERVICES_REQUEST_READER_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "google/protobuf/message.h"
#include "grpcpp/support/byte_buffer.h"
#include "headwise/v1/attention.pb.h"
#include "server/batch/attend_work.h"
#include "server/convert/parsed_attend.h"
#include "server/convert/wire_bounds.h"
#include "server/options/options.h"

namespace headwise {

struct AttendPolicy {
  AttendLimits limits;
  NonFinitePolicy nonfinite = NonFinitePolicy::kReject;
  std::string instruction_set;
};

// What a request says of itself, for counters and the log, even if it is refused: as far as it
// could be read.
struct RequestTag {
  const char* event = "attend";  // the log line's message
  std::string model;             // empty for a request without one
  std::string request_id;
  std::int64_t bytes = 0;
  std::int32_t layer = -1;
  v1::Form form = v1::FORM_UNSPECIFIED;
  std::int64_t sequences = 0;
  std::int64_t tokens = 0;  // before the sequences' lengths
};

// Owned by the server. Thread-safe.
class RequestReader {
 public:
  virtual ~RequestReader() = default;

  // The log line's message for calls of this method.
  virtual const char* event() const = 0;
  // Parses and checks everything; fills `tag` as far as the bytes tell it. All of the work but its
  // times. Throws std::bad_alloc.
  virtual absl::StatusOr<AttendWork> Read(const grpc::ByteBuffer& bytes, RequestTag& tag) const = 0;
};

// The part that is the same: the bound on bytes beside data, then the parser.
absl::Status ReadMessage(const grpc::ByteBuffer& bytes, const AttendPolicy& policy,
                         absl::Span<const DataPath> data_paths, google::protobuf::Message& message);

// And the values: those of additive masks always, those of inputs under the policy `reject`.
absl::Status CheckValues(const ParsedAttend& parsed, NonFinitePolicy policy);

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_REQUEST_READER_H_
