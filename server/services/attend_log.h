// What the log says about a call of Attend or AttendCore.
#ifndef HEADWISE_SERVER_SERVICES_ATTEND_LOG_H_
#define HEADWISE_SERVER_SERVICES_ATTEND_LOG_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/batch/attend_job.h"
#include "server/log/log_field.h"
#include "server/services/request_reader.h"

namespace headwise {

struct AttendOutcome {
  absl::Status status;
  std::string peer;
  StageTimes stages;
  std::chrono::nanoseconds total{0};  // from the call's arrival to its answer
  std::int64_t response_bytes = 0;
};

// The same keys in every line; a stage that was not reached took 0, a layer that could not be
// read is -1. Times are whole microseconds. Names that a client made up are cut after 128 bytes.
// Pure; thread-safe.
std::vector<LogField> DescribeAttend(const RequestTag& tag, const AttendOutcome& outcome);

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_ATTEND_LOG_H_
