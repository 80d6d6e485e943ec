#include "server/convert/response_size.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/admit/reject_reason.h"

namespace headwise {
namespace {

// Names, version, instruction set, request id, and the tags and lengths of four tensors.
constexpr std::int64_t kFixedBytes = 1024;
constexpr std::int64_t kVarintBytes = 10;

struct Part {
  std::int64_t bytes = 0;
  absl::string_view field;
  absl::string_view mend;
};

// Saturates, so that four huge parts still compare as huge.
std::int64_t Add(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return a > kMost - b ? kMost : a + b;
}

// Shape::Create leaves room for 8 bytes an element.
std::int64_t BytesOf(const std::optional<Shape>& shape, DType dtype) {
  return shape ? shape->elements() * ByteWidth(dtype) : 0;
}

std::int64_t ListBytes(const ParsedAttend& parsed, std::int64_t heads) {
  const OutputSelection& outputs = parsed.request.outputs;
  auto entries = static_cast<std::int64_t>(outputs.head_context_heads.size() +
                                           outputs.probability_heads.size());
  if (parsed.shapes.probabilities) entries += parsed.shapes.probabilities->dim(2);
  if (parsed.timings) entries += heads + 8;
  return entries * kVarintBytes;
}

}  // namespace

absl::StatusOr<std::int64_t> BoundResponseBytes(const ParsedAttend& parsed, std::int64_t heads,
                                                std::int64_t limit) {
  const DType dtype = parsed.request.output_dtype;
  const OutputShapes& shapes = parsed.shapes;
  const Part parts[] = {
      {BytesOf(shapes.probabilities, dtype), "probabilities",
       "ask for fewer of outputs.probabilities heads or rows, or for a narrower output_dtype"},
      {BytesOf(shapes.head_context, dtype), "head_context",
       "ask for fewer of outputs.head_context heads, or for a narrower output_dtype"},
      {BytesOf(shapes.context, dtype), "context",
       "send fewer tokens, or ask for a narrower output_dtype"},
      {BytesOf(shapes.log_sum_exp, DType::kF32), "log_sum_exp", "send fewer tokens"}};
  std::int64_t total = kFixedBytes + ListBytes(parsed, heads);
  const Part* largest = parts;
  for (const Part& part : parts) {
    total = Add(total, part.bytes);
    if (part.bytes > largest->bytes) largest = &part;
  }
  if (total <= limit) return total;
  return Rejected(absl::StatusCode::kInvalidArgument, RejectReason::kTooLarge,
                  absl::StrCat("outputs: expected a response of at most ", limit,
                               " bytes, this one would take ", total, ", of which ", largest->field,
                               " ", largest->bytes, "; ", largest->mend));
}

}  // namespace headwise
