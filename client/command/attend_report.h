// What `headwise attend` shows and writes of an answer.
#ifndef HEADWISE_CLIENT_COMMAND_ATTEND_REPORT_H_
#define HEADWISE_CLIENT_COMMAND_ATTEND_REPORT_H_

#include <optional>
#include <string>

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

// A summary, and the timings if the answer has them.
void PrintAttendTable(const AttendReport& report, const Console& console);

// The same facts; and the tensors' values unless they were written to a file.
Json AttendJson(const AttendReport& report);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ATTEND_REPORT_H_
