#include "client/command/mask_flag.h"

#include <utility>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/command/exit_code.h"
#include "client/command/input.h"
#include "client/command/tensor_bridge.h"
#include "client/library/mask.h"
#include "client/library/tensor.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

constexpr char kFlag[] = "--mask";

// Takes the meaning off the end of `name`; unspecified if there is none.
v1::MaskMeaning TakeMeaning(absl::string_view* name) {
  if (absl::ConsumeSuffix(name, "=attend")) return v1::MASK_MEANING_ATTEND_WHERE_TRUE;
  if (absl::ConsumeSuffix(name, "=ignore")) return v1::MASK_MEANING_IGNORE_WHERE_TRUE;
  if (absl::ConsumeSuffix(name, "=add")) return v1::MASK_MEANING_ADDED_TO_SCORES;
  return v1::MASK_MEANING_UNSPECIFIED;
}

// The dtype must fit what the mask is said to mean.
absl::Status CheckType(v1::MaskMeaning meaning, const v1::Tensor& values) {
  const bool boolean = values.dtype() == v1::DATA_TYPE_BOOL;
  if (boolean == (meaning != v1::MASK_MEANING_ADDED_TO_SCORES)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      boolean
          ? "--mask: expected numbers to add, got Booleans; write =attend behind the file if a "
            "query sees the keys where they are true, else =ignore"
          : "--mask: expected BOOL or U8, got floats; write =add behind the file to add them to "
            "the scores, or save the mask as Booleans");
}

}  // namespace

void AddMaskOption(CLI::App& app, std::vector<std::string>& values, const std::string& group) {
  app.add_option("--mask", values,
                 "A mask [B or 1,H or 1,T or 1,Tk or 1], or [T,Tk] for all, and what it means: "
                 "=attend (a query sees the keys where it is true), =ignore (where it is false), "
                 "=add (added to the scores); may be given several times, all hold")
      ->type_name("FILE[:TENSOR]=MEANING")
      ->take_all()
      ->allow_extra_args(false)
      ->group(group);
}

absl::StatusOr<v1::Mask> LoadMask(const std::string& value) {
  absl::string_view name = value;
  const v1::MaskMeaning meaning = TakeMeaning(&name);
  if (meaning == v1::MASK_MEANING_UNSPECIFIED) {
    return UsageError(absl::StrCat(kFlag, ": expected =attend, =ignore or =add behind the file, ",
                                   "got '", FileName(value),
                                   "'; a mask's meaning is never guessed"));
  }
  const absl::StatusOr<Tensor> tensor = LoadMaskValues(kFlag, std::string(name));
  if (!tensor.ok()) return tensor.status();
  v1::Tensor values = MessageOf(*tensor);
  if (absl::Status status = CheckType(meaning, values); !status.ok()) return status;
  const int rank = values.shape_size();
  if (rank != 2 && rank != 4) {
    return absl::InvalidArgumentError(absl::StrCat(
        kFlag, ": expected a shape [B or 1,H or 1,T or 1,Tk or 1] or [T,Tk], got ",
        ShapeText(values.shape()), "; reshape it with dimensions of 1 where it holds for all"));
  }
  return rank == 2 ? MakeSharedMask(meaning, std::move(values))
                   : MakeMask(meaning, std::move(values));
}

}  // namespace headwise
