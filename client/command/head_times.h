// How long each head of a layer takes.
#ifndef HEADWISE_CLIENT_COMMAND_HEAD_TIMES_H_
#define HEADWISE_CLIENT_COMMAND_HEAD_TIMES_H_

#include "absl/status/status.h"
#include "client/command/heads_report.h"
#include "client/library/client.h"

namespace headwise {

// Sends `request` report->runs times; sets head_ns to the medians, and the report's model, version
// and instruction set. The client's errors; UNAVAILABLE if the server measures no heads.
// Thread-safe.
absl::Status MeasureHeads(const Client& client, v1::AttendRequest request, HeadsReport* report);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEAD_TIMES_H_
