#include "server/convert/enums.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

// By its name where it has one.
std::string Told(v1::DataType dtype) {
  if (dtype == v1::DATA_TYPE_UNSPECIFIED) return "none";
  const std::string& name = v1::DataType_Name(dtype);
  return name.empty() ? absl::StrCat(dtype) : name;
}

}  // namespace

absl::StatusOr<DType> DTypeFromProto(absl::string_view field, v1::DataType dtype) {
  switch (dtype) {
    case v1::DATA_TYPE_F32:
      return DType::kF32;
    case v1::DATA_TYPE_F16:
      return DType::kF16;
    case v1::DATA_TYPE_BF16:
      return DType::kBF16;
    default:
      break;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      field, ": expected DATA_TYPE_F32, DATA_TYPE_F16 or DATA_TYPE_BF16, got ", Told(dtype)));
}

absl::StatusOr<DType> BoolFromProto(absl::string_view field, v1::DataType dtype) {
  if (dtype == v1::DATA_TYPE_BOOL) return DType::kBool;
  return absl::InvalidArgumentError(absl::StrCat(
      field, ": expected DATA_TYPE_BOOL for a mask of true and false, got ", Told(dtype)));
}

v1::DataType DTypeToProto(DType dtype) {
  switch (dtype) {
    case DType::kF32:
      return v1::DATA_TYPE_F32;
    case DType::kF16:
      return v1::DATA_TYPE_F16;
    case DType::kBF16:
      return v1::DATA_TYPE_BF16;
    case DType::kBool:
      return v1::DATA_TYPE_BOOL;
    case DType::kI32:
      return v1::DATA_TYPE_I32;
    default:
      return v1::DATA_TYPE_UNSPECIFIED;
  }
}

v1::WeightStorage StorageToProto(WeightStorage storage) {
  switch (storage) {
    case WeightStorage::kBF16:
      return v1::WEIGHT_STORAGE_BF16;
    case WeightStorage::kInt8:
      return v1::WEIGHT_STORAGE_INT8;
    case WeightStorage::kF32:
      break;
  }
  return v1::WEIGHT_STORAGE_F32;
}

absl::StatusOr<Form> FormFromProto(v1::Form form) {
  switch (form) {
    case v1::FORM_UNSPECIFIED:
    case v1::FORM_FUSED:
      return Form::kFused;
    case v1::FORM_STACKED:
      return Form::kStacked;
    case v1::FORM_SINGLE_HEAD:
      return Form::kSingleHead;
    default:
      break;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("form: expected FORM_FUSED, FORM_STACKED or FORM_SINGLE_HEAD, got ", form));
}

v1::Form FormToProto(Form form) {
  switch (form) {
    case Form::kStacked:
      return v1::FORM_STACKED;
    case Form::kSingleHead:
      return v1::FORM_SINGLE_HEAD;
    case Form::kFused:
      break;
  }
  return v1::FORM_FUSED;
}

absl::StatusOr<MaskMeaning> MeaningFromProto(absl::string_view field, v1::MaskMeaning meaning) {
  switch (meaning) {
    case v1::MASK_MEANING_ATTEND_WHERE_TRUE:
      return MaskMeaning::kAttendWhereTrue;
    case v1::MASK_MEANING_IGNORE_WHERE_TRUE:
      return MaskMeaning::kIgnoreWhereTrue;
    case v1::MASK_MEANING_ADDED_TO_SCORES:
      return MaskMeaning::kAddedToScores;
    default:
      break;
  }
  return absl::InvalidArgumentError(
      absl::StrCat(field,
                   ": expected MASK_MEANING_ATTEND_WHERE_TRUE, MASK_MEANING_IGNORE_WHERE_TRUE or "
                   "MASK_MEANING_ADDED_TO_SCORES, got ",
                   meaning == v1::MASK_MEANING_UNSPECIFIED ? "none" : absl::StrCat(meaning)));
}

}  // namespace headwise
