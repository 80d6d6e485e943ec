#include "client/library/mask.h"

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/library/tensor.h"

namespace headwise {
namespace {

absl::Status CheckMeaning(v1::MaskMeaning meaning, v1::DataType dtype) {
  const bool boolean = dtype == v1::DATA_TYPE_BOOL;
  switch (meaning) {
    case v1::MASK_MEANING_ATTEND_WHERE_TRUE:
    case v1::MASK_MEANING_IGNORE_WHERE_TRUE:
      if (boolean) return absl::OkStatus();
      return absl::InvalidArgumentError(
          absl::StrCat("mask: expected BOOL values for ", v1::MaskMeaning_Name(meaning), ", got ",
                       v1::DataType_Name(dtype), "; compare them with a number first"));
    case v1::MASK_MEANING_ADDED_TO_SCORES:
      if (!boolean && dtype != v1::DATA_TYPE_I32 && ElementBytes(dtype) > 0) {
        return absl::OkStatus();
      }
      return absl::InvalidArgumentError(
          absl::StrCat("mask: expected F32, F16 or BF16 values for ", v1::MaskMeaning_Name(meaning),
                       ", got ", v1::DataType_Name(dtype), "; say what a Boolean mask means"));
    default:
      return absl::InvalidArgumentError(
          "mask: expected a meaning: attend where true, ignore where true, or added to scores");
  }
}

}  // namespace

absl::StatusOr<v1::Mask> MakeMask(v1::MaskMeaning meaning, v1::Tensor values) {
  if (absl::Status status = CheckMeaning(meaning, values.dtype()); !status.ok()) return status;
  if (values.shape_size() != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("mask: expected a shape [B or 1, H or 1, T or 1, Tk or 1], got ",
                     ShapeText(values.shape()), "; add dimensions of 1 where it holds for all"));
  }
  v1::Mask mask;
  mask.set_meaning(meaning);
  *mask.mutable_values() = std::move(values);
  return mask;
}

absl::StatusOr<v1::Mask> MakeSharedMask(v1::MaskMeaning meaning, v1::Tensor values) {
  if (values.shape_size() != 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("mask: expected a shape [T,Tk], got ", ShapeText(values.shape())));
  }
  const std::int64_t queries = values.shape(0);
  const std::int64_t keys = values.shape(1);
  values.clear_shape();
  for (const std::int64_t dim : {std::int64_t{1}, std::int64_t{1}, queries, keys}) {
    values.add_shape(dim);
  }
  return MakeMask(meaning, std::move(values));
}

}  // namespace headwise
