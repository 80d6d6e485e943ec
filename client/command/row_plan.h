// Which query rows' probabilities to ask for in one answer.
#ifndef HEADWISE_CLIENT_COMMAND_ROW_PLAN_H_
#define HEADWISE_CLIENT_COMMAND_ROW_PLAN_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace headwise {

// `rows` in as many answers as keep each below the message limit. OUT_OF_RANGE if a single row
// exceeds it. Thread-safe.
absl::StatusOr<std::vector<std::vector<std::int64_t>>> SplitRows(
    absl::Span<const std::int64_t> rows, std::int64_t row_bytes, std::int64_t message_bytes);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ROW_PLAN_H_
