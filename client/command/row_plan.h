// Which query rows' probabilities to ask for, in answers that stay below a message limit.
#ifndef HEADWISE_CLIENT_COMMAND_ROW_PLAN_H_
#define HEADWISE_CLIENT_COMMAND_ROW_PLAN_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace headwise {

struct RowPlan {
  std::vector<std::vector<std::int64_t>> requests;  // rows of each
  std::int64_t rows = 0;                            // of all requests
  bool sampled = false;                             // fewer than there are
};

// OUT_OF_RANGE if a single row exceeds the limit. Thread-safe, as all of this file.

// All of `tokens` rows if they fit one answer, else as many as do, evenly spaced.
absl::StatusOr<RowPlan> SampleRows(std::int64_t tokens, std::int64_t row_bytes,
                                   std::int64_t message_bytes);

// Exactly `rows`, in as many answers as that takes.
absl::StatusOr<RowPlan> SplitRows(absl::Span<const std::int64_t> rows, std::int64_t row_bytes,
                                  std::int64_t message_bytes);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ROW_PLAN_H_
