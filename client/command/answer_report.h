// What is shown of an answer, whichever call it answers.
#ifndef HEADWISE_CLIENT_COMMAND_ANSWER_REPORT_H_
#define HEADWISE_CLIENT_COMMAND_ANSWER_REPORT_H_

#include "absl/status/status.h"
#include "client/command/console.h"
#include "client/command/json_output.h"
#include "client/command/table.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Thread-safe, as all of this file.

// One row for each tensor and its first values; then AddTimingRows adds the times.
void AddAnswerRows(const v1::AttendResponse& response, Table* table);
void AddAnswerRows(const v1::AttendCoreResponse& response, Table* table);
void AddTimingRows(const v1::Timings& timings, Table* table);

// Tables of the statistics and top keys, if there are any. INTERNAL for an answer that contradicts
// itself.
absl::Status PrintHeadTables(const v1::AttendResponse& response, const Console& console);
absl::Status PrintHeadTables(const v1::AttendCoreResponse& response, const Console& console);

// All of these as members of `json`; the tensors' values only if `with_values`.
absl::Status AddAnswerJson(const v1::AttendResponse& response, bool with_values, Json* json);
absl::Status AddAnswerJson(const v1::AttendCoreResponse& response, bool with_values, Json* json);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ANSWER_REPORT_H_
