// Element types of tensors, under the names that safetensors gives them.
#ifndef HEADWISE_ENGINE_TENSOR_DTYPE_H_
#define HEADWISE_ENGINE_TENSOR_DTYPE_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace headwise {

// Types whose elements fill whole bytes. Attention computes on the three of IsAttentionFloat;
// the others are known so that a checkpoint holding them can be read past.
enum class DType : std::uint8_t {
  kF32,
  kF16,
  kBF16,
  kF64,
  kF8E4M3,
  kF8E5M2,
  kF8E8M0,
  kF8E4M3Fnuz,
  kF8E5M2Fnuz,
  kI8,
  kI16,
  kI32,
  kI64,
  kU8,
  kU16,
  kU32,
  kU64,
  kBool,
  kC64,
};

// Bytes of one element.
std::int64_t ByteWidth(DType dtype);

// "F32", "BF16", ...: the name in a safetensors header.
absl::string_view DTypeName(DType dtype);

// The inverse of DTypeName; nullopt for a name that is unknown or narrower than a byte.
std::optional<DType> DTypeFromName(absl::string_view name);

// True for F32, F16 and BF16.
bool IsAttentionFloat(DType dtype);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_DTYPE_H_
