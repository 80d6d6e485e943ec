#include "server/convert/input_values.h"

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "engine/simd/finite.h"

namespace headwise {
namespace {

using LengthOf = absl::FunctionRef<std::int64_t(std::int64_t sequence)>;

// "[b,t,d]", with the head after b where there is one.
std::string Place(const Shape& shape, std::int64_t block, std::int64_t at) {
  const std::int64_t width = shape.dim(shape.rank() - 1);
  const std::string row = absl::StrCat(at / width, ",", at % width, "]");
  if (shape.rank() == 3) return absl::StrCat("[", block, ",", row);
  return absl::StrCat("[", block / shape.dim(1), ",", block % shape.dim(1), ",", row);
}

// A tensor [B,T,D] or [B,H,T,hd]: blocks of rows, one a sequence or a sequence's head.
absl::Status CheckFinite(const char* field, const TensorView& tensor, LengthOf length) {
  if (!tensor.present()) return absl::OkStatus();
  const Shape& shape = tensor.shape();
  const std::int64_t heads = shape.rank() == 4 ? shape.dim(1) : 1;
  const std::int64_t width = shape.dim(shape.rank() - 1);
  const std::int64_t block_bytes = shape.dim(shape.rank() - 2) * width * ByteWidth(tensor.dtype());
  for (std::int64_t block = 0; block < shape.dim(0) * heads; ++block) {
    const std::int64_t at = FirstNonFinite(tensor.dtype(), tensor.data() + block * block_bytes,
                                           length(block / heads) * width);
    if (at < 0) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        field, ".data: expected finite numbers, got NaN or infinity at ", Place(shape, block, at)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckFiniteInputs(const ParsedAttend& parsed) {
  const AttentionRequest& request = parsed.request;
  const auto key_length = [&request](std::int64_t b) { return request.key_length(b); };
  absl::Status status = CheckFinite(parsed.names.input, request.input,
                                    [&request](std::int64_t b) { return request.length(b); });
  if (!status.ok()) return status;
  status = CheckFinite(parsed.names.key_input, request.key_input, key_length);
  if (!status.ok()) return status;
  return CheckFinite(parsed.names.value_input, request.value_input, key_length);
}

}  // namespace headwise
