// Enumerations of the API and of the engine.
#ifndef HEADWISE_SERVER_CONVERT_ENUMS_H_
#define HEADWISE_SERVER_CONVERT_ENUMS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/attention/attention_request.h"
#include "engine/tensor/dtype.h"
#include "engine/tensor/weight_options.h"
#include "headwise/v1/attention.pb.h"
#include "headwise/v1/model.pb.h"
#include "headwise/v1/tensor.pb.h"

namespace headwise {

// INVALID_ARGUMENT naming `field` for any value but F32, F16 and BF16.
absl::StatusOr<DType> DTypeFromProto(absl::string_view field, v1::DataType dtype);
// INVALID_ARGUMENT naming `field` for any value but BOOL.
absl::StatusOr<DType> BoolFromProto(absl::string_view field, v1::DataType dtype);
// DATA_TYPE_UNSPECIFIED for a type that the API does not have.
v1::DataType DTypeToProto(DType dtype);

v1::WeightStorage StorageToProto(WeightStorage storage);

// FORM_UNSPECIFIED means fused; INVALID_ARGUMENT for a number that is no form.
absl::StatusOr<Form> FormFromProto(v1::Form form);
v1::Form FormToProto(Form form);

// INVALID_ARGUMENT naming `field` for a number that is no meaning, and for none: it is not guessed.
absl::StatusOr<MaskMeaning> MeaningFromProto(absl::string_view field, v1::MaskMeaning meaning);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_ENUMS_H_
