#include "client/command/names.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "client/command/exit_code.h"

namespace headwise {
namespace {

// The enumerator's name without its prefix; "unknown" for the 0 of proto3 and unknown numbers.
std::string WithoutPrefix(absl::string_view name, absl::string_view prefix) {
  const absl::string_view rest = absl::StripPrefix(name, prefix);
  return rest.empty() || rest == "UNSPECIFIED" ? "unknown" : std::string(rest);
}

}  // namespace

std::string DataTypeText(v1::DataType dtype) {
  return WithoutPrefix(v1::DataType_Name(dtype), "DATA_TYPE_");
}

std::string WeightStorageText(v1::WeightStorage storage) {
  return WithoutPrefix(v1::WeightStorage_Name(storage), "WEIGHT_STORAGE_");
}

std::string FormText(v1::Form form) {
  return absl::AsciiStrToLower(WithoutPrefix(v1::Form_Name(form), "FORM_"));
}

std::string ModelStateText(v1::ModelState state) {
  return absl::AsciiStrToLower(WithoutPrefix(v1::ModelState_Name(state), "MODEL_STATE_"));
}

absl::StatusOr<v1::DataType> ParseDataType(absl::string_view flag, absl::string_view text) {
  for (v1::DataType dtype : {v1::DATA_TYPE_F32, v1::DATA_TYPE_F16, v1::DATA_TYPE_BF16}) {
    if (absl::EqualsIgnoreCase(text, DataTypeText(dtype))) return dtype;
  }
  return UsageError(absl::StrCat(flag, ": expected f32, f16 or bf16, got '", text, "'"));
}

absl::StatusOr<v1::Form> ParseForm(absl::string_view flag, absl::string_view text) {
  const std::string wanted = absl::StrReplaceAll(text, {{"-", "_"}});
  for (v1::Form form : {v1::FORM_FUSED, v1::FORM_STACKED, v1::FORM_SINGLE_HEAD}) {
    if (absl::EqualsIgnoreCase(wanted, FormText(form))) return form;
  }
  return UsageError(
      absl::StrCat(flag, ": expected fused, stacked or single_head, got '", text, "'"));
}

}  // namespace headwise
