#include "client/command/key_flags.h"

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"
#include "client/command/lists.h"
#include "client/command/rows_input.h"

namespace headwise {

void KeyFlags::Declare(CLI::App& app, const std::string& group) {
  app.add_option("--key-input", key_input_,
                 "What keys and values are made from, [Tk,Dk] or [B,Tk,Dk]: needed by "
                 "cross-attention layers")
      ->type_name("FILE[:TENSOR]")
      ->group(group);
  app.add_option("--value-input", value_input_,
                 "What values are made from (default: what keys are made from)")
      ->type_name("FILE[:TENSOR]")
      ->group(group);
  app.add_option("--key-lengths", key_lengths_,
                 "Keys of each sequence, such as 17,9 (default: all)")
      ->type_name("N,...")
      ->group(group);
}

absl::Status KeyFlags::AddTo(v1::AttendRequest* request) const {
  if (key_input_.empty()) {
    if (value_input_.empty() && key_lengths_.empty()) return absl::OkStatus();
    return UsageError(absl::StrCat(value_input_.empty() ? "--key-lengths" : "--value-input",
                                   ": expected --key-input FILE beside it",
                                   value_input_.empty() ? "; self-attention takes --lengths" : ""));
  }
  auto keys = LoadRows("--key-input", key_input_);
  if (!keys.ok()) return keys.status();
  *request->mutable_key_input() = *std::move(keys);
  if (!value_input_.empty()) {
    auto values = LoadRows("--value-input", value_input_);
    if (!values.ok()) return values.status();
    *request->mutable_value_input() = *std::move(values);
  }
  if (key_lengths_.empty()) return absl::OkStatus();
  const auto lengths = ParseIntegers("--key-lengths", key_lengths_, 0);
  if (!lengths.ok()) return lengths.status();
  request->mutable_key_lengths()->Add(lengths->begin(), lengths->end());
  return absl::OkStatus();
}

}  // namespace headwise
