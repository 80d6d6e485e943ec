// What `headwise attend` shows and writes of an answer.
#ifndef HEADWISE_CLIENT_COMMAND_ATTEND_REPORT_H_
#define HEADWISE_CLIENT_COMMAND_ATTEND_REPORT_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/command/console.h"
#include "client/command/expectation.h"
#include "client/command/json_output.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

struct AttendReport {
  v1::AttendResponse response;
  double round_trip_ns = 0;
  std::string file;                      // the answer's tensors were written there, or empty
  std::optional<Difference> difference;  // from --expect
};

// A summary; timings, statistics and top keys if the answer has them. INTERNAL for an answer that
// contradicts itself, as below. Thread-safe.
absl::Status PrintAttendTable(const AttendReport& report, const Console& console);

// The same facts; and the tensors' values unless they were written to a file.
absl::StatusOr<Json> AttendJson(const AttendReport& report);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ATTEND_REPORT_H_
