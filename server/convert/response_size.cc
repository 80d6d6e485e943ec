#include "server/convert/response_size.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/admit/reject_reason.h"

namespace headwise {
namespace {

// Names, version, instruction set, request id, and the tags and lengths of the tensors.
constexpr std::int64_t kFixedBytes = 1024;
constexpr std::int64_t kVarintBytes = 10;
// A HeadStatistics, for each of the values that the engine writes: five doubles, three integers.
constexpr std::int64_t kStatisticBytes = 14;

// Saturates, so that huge parts still compare as huge.
std::int64_t Add(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return a > kMost - b ? kMost : a + b;
}

std::int64_t Multiply(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return a > kMost / b ? kMost : a * b;
}

std::int64_t BytesOf(const ResponseField& field, const ParsedAttend& parsed) {
  const std::optional<Shape>& shape = parsed.shapes.*field.shape;
  if (!shape) return 0;
  if (!field.is_tensor()) return Multiply(shape->elements(), kStatisticBytes);
  return Multiply(shape->elements(), ByteWidth(field.dtype.value_or(parsed.request.output_dtype)));
}

std::int64_t ListEntries(const RowSelection& selection, std::int64_t tokens) {
  if (!selection.wanted()) return 0;
  return static_cast<std::int64_t>(selection.heads.size()) + selection.row_count(tokens);
}

std::int64_t ListBytes(const ParsedAttend& parsed, std::int64_t heads) {
  const OutputSelection& outputs = parsed.request.outputs;
  const std::int64_t tokens = parsed.request.tokens();
  auto entries = static_cast<std::int64_t>(outputs.head_context_heads.size() +
                                           outputs.contribution_heads.size());
  entries += ListEntries(outputs.probabilities, tokens);
  entries += ListEntries(outputs.scores, tokens);
  entries += ListEntries(outputs.top_keys, tokens);
  if (parsed.timings) entries += heads + 8;
  return entries * kVarintBytes;
}

}  // namespace

absl::StatusOr<std::int64_t> BoundResponseBytes(const ParsedAttend& parsed, std::int64_t heads,
                                                std::int64_t limit) {
  std::int64_t total = kFixedBytes + ListBytes(parsed, heads);
  const ResponseField* largest = &parsed.layout[0];
  for (const ResponseField& field : parsed.layout) {
    total = Add(total, BytesOf(field, parsed));
    if (BytesOf(field, parsed) > BytesOf(*largest, parsed)) largest = &field;
  }
  if (total <= limit) return total;
  return Rejected(absl::StatusCode::kInvalidArgument, RejectReason::kTooLarge,
                  absl::StrCat("outputs: expected a response of at most ", limit,
                               " bytes, this one would take ", total, ", of which ", largest->name,
                               " ", BytesOf(*largest, parsed), "; ", largest->mend));
}

}  // namespace headwise
