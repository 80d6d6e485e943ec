#include "client/command/row_plan.h"

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

// For everything in an answer but the probabilities.
constexpr std::int64_t kSlackBytes = 64 << 10;

absl::StatusOr<std::int64_t> RowsPerAnswer(std::int64_t row_bytes, std::int64_t message_bytes) {
  const std::int64_t rows = (message_bytes - kSlackBytes) / std::max<std::int64_t>(row_bytes, 1);
  if (rows >= 1) return rows;
  return absl::OutOfRangeError(absl::StrCat(
      "probabilities: one query row of all heads and sequences has ", row_bytes,
      " bytes, above the message limit of ", message_bytes, "; send fewer sequences or tokens"));
}

}  // namespace

absl::StatusOr<RowPlan> SampleRows(std::int64_t tokens, std::int64_t row_bytes,
                                   std::int64_t message_bytes) {
  const auto most = RowsPerAnswer(row_bytes, message_bytes);
  if (!most.ok()) return most.status();
  const std::int64_t count = std::min(tokens, *most);
  RowPlan plan;
  plan.rows = count;
  plan.sampled = count < tokens;
  std::vector<std::int64_t>& rows = plan.requests.emplace_back();
  for (std::int64_t i = 0; i < count; ++i) {
    // The middle of the i-th of `count` equal parts.
    rows.push_back((2 * i + 1) * tokens / (2 * count));
  }
  return plan;
}

absl::StatusOr<RowPlan> SplitRows(absl::Span<const std::int64_t> rows, std::int64_t row_bytes,
                                  std::int64_t message_bytes) {
  const auto most = RowsPerAnswer(row_bytes, message_bytes);
  if (!most.ok()) return most.status();
  RowPlan plan;
  plan.rows = static_cast<std::int64_t>(rows.size());
  while (!rows.empty()) {
    const absl::Span<const std::int64_t> part = rows.subspan(0, static_cast<std::size_t>(*most));
    plan.requests.emplace_back(part.begin(), part.end());
    rows.remove_prefix(part.size());
  }
  return plan;
}

}  // namespace headwise
