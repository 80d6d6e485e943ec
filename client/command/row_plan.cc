#include "client/command/row_plan.h"

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

// For everything in an answer but the probabilities.
constexpr std::int64_t kSlackBytes = 64 << 10;

}  // namespace

absl::StatusOr<std::vector<std::vector<std::int64_t>>> SplitRows(
    absl::Span<const std::int64_t> rows, std::int64_t row_bytes, std::int64_t message_bytes) {
  const std::int64_t most = (message_bytes - kSlackBytes) / std::max<std::int64_t>(row_bytes, 1);
  if (most < 1) {
    return absl::OutOfRangeError(
        absl::StrCat("probabilities: one query row of all sequences has ", row_bytes,
                     " bytes, above the message limit of ", message_bytes,
                     "; draw one head with --head, or send fewer sequences or tokens"));
  }
  std::vector<std::vector<std::int64_t>> answers;
  while (!rows.empty()) {
    const absl::Span<const std::int64_t> part = rows.subspan(0, static_cast<std::size_t>(most));
    answers.emplace_back(part.begin(), part.end());
    rows.remove_prefix(part.size());
  }
  return answers;
}

}  // namespace headwise
