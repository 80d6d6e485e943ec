// From what the engine measured to AttendResponse, but for the tensors.
#ifndef HEADWISE_SERVER_CONVERT_ATTEND_RESPONSE_H_
#define HEADWISE_SERVER_CONVERT_ATTEND_RESPONSE_H_

#include <cstdint>
#include <string>

#include "engine/attention/attention_task.h"
#include "headwise/v1/attention.pb.h"
#include "server/convert/attend_request.h"

namespace headwise {

struct AttendAnswer {
  std::string model;
  std::string model_version;
  std::int32_t layer = 0;
  std::string instruction_set;
  std::string request_id;
  std::int64_t decode_ns = 0;
  std::int64_t queue_ns = 0;
};

// Pure; thread-safe. Lists rows of probabilities explicitly even where all were asked for.
v1::AttendResponse AttendToProto(const AttendAnswer& answer, const ParsedAttend& parsed,
                                 const TaskTimings& timings);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_ATTEND_RESPONSE_H_
