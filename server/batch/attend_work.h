// What it takes to answer a request.
#ifndef HEADWISE_SERVER_BATCH_ATTEND_WORK_H_
#define HEADWISE_SERVER_BATCH_ATTEND_WORK_H_

#include <cstdint>
#include <memory>

#include "engine/attention/attention_layer.h"
#include "google/protobuf/message.h"
#include "server/admit/clock.h"
#include "server/convert/attend_response.h"
#include "server/convert/parsed_attend.h"
#include "server/metrics/generation_metrics.h"
#include "server/metrics/request_metrics.h"

namespace headwise {

// A checked request of any method: how it came, what computes it, how it is answered.
struct AttendWork {
  std::unique_ptr<const google::protobuf::Message> message;  // what the views point into
  ParsedAttend parsed;
  // With a share of the model that it is a layer of, if it is one.
  std::shared_ptr<AttentionLayer> layer;
  const GenerationMetrics* generation = nullptr;  // of that model; null without one
  const RequestMetrics* metrics = nullptr;
  AttendAnswer answer;  // but for the time in the queue
  ResponseEncoder encode = nullptr;
  Clock::Time accepted;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_BATCH_ATTEND_WORK_H_
