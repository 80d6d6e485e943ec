// From what the engine measured and computed to the responses.
#ifndef HEADWISE_SERVER_CONVERT_ATTEND_RESPONSE_H_
#define HEADWISE_SERVER_CONVERT_ATTEND_RESPONSE_H_

#include <cstdint>
#include <string>

#include "engine/attention/attention_task.h"
#include "grpcpp/support/byte_buffer.h"
#include "headwise/v1/attention.pb.h"
#include "server/convert/parsed_attend.h"
#include "server/convert/response_buffers.h"

namespace headwise {

struct AttendAnswer {
  std::string model;  // empty without one, like the version
  std::string model_version;
  std::int32_t layer = 0;
  std::string instruction_set;
  std::string request_id;
  std::int64_t decode_ns = 0;
  std::int64_t queue_ns = 0;
};

// Everything but the tensors, statistics among it. Rows are listed even where all were asked for.
// Pure; thread-safe.
v1::AttendResponse AttendToProto(const AttendAnswer& answer, const ParsedAttend& parsed,
                                 const TaskTimings& timings, const AttentionOutputs& outputs);
v1::AttendCoreResponse CoreToProto(const AttendAnswer& answer, const ParsedAttend& parsed,
                                   const TaskTimings& timings, const AttentionOutputs& outputs);

// The whole response of either method. The buffers' bytes must not change afterwards.
using ResponseEncoder = grpc::ByteBuffer (*)(const AttendAnswer& answer, const ParsedAttend& parsed,
                                             const TaskTimings& timings,
                                             const ResponseBuffers& buffers);
grpc::ByteBuffer EncodeAttend(const AttendAnswer& answer, const ParsedAttend& parsed,
                              const TaskTimings& timings, const ResponseBuffers& buffers);
grpc::ByteBuffer EncodeCore(const AttendAnswer& answer, const ParsedAttend& parsed,
                            const TaskTimings& timings, const ResponseBuffers& buffers);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_ATTEND_RESPONSE_H_
