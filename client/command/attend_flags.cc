#include "client/command/attend_flags.h"

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"
#include "client/command/input.h"
#include "client/command/lists.h"
#include "client/command/tensor_bridge.h"

namespace headwise {

void AttendFlags::Declare(CLI::App& app, bool required) {
  app.add_option("MODEL", model_, "Name of a served model")->required(required);
  app.add_option("LAYER", layer_, "Layer of the model, from 0")->required(required);
  app.add_option("-i,--input", input_,
                 "Token embeddings [T,D] or [B,T,D] as the attention receives them: a .npy file, "
                 "or a safetensors file's tensor (its only one if none is named)")
      ->type_name("FILE[:TENSOR]")
      ->required(required);
  app.add_option("--lengths", lengths_, "Tokens of each sequence, such as 17,9 (default: all)")
      ->type_name("N,...");
  app.add_flag("--causal,!--no-causal", causal_,
               "Hide later keys from each query, or hide none (default: the layer's own rule)");
}

absl::StatusOr<v1::AttendRequest> AttendFlags::ToRequest() const {
  if (model_.empty() || layer_ < 0) {
    return UsageError(model_.empty() ? "MODEL: expected a name; `headwise models` lists them"
                                     : "LAYER: expected a number from 0");
  }
  if (input_.empty()) return UsageError("--input: expected a file with token embeddings");
  v1::AttendRequest request;
  request.set_model(model_);
  request.set_layer(layer_);
  const absl::StatusOr<Tensor> input = LoadInput("--input", input_);
  if (!input.ok()) return input.status();
  if (input->shape().rank() < 2 || input->shape().rank() > 3) {
    return absl::InvalidArgumentError(
        absl::StrCat("--input: expected a shape [T,D] or [B,T,D], "
                     "got ",
                     input->shape().ToString()));
  }
  *request.mutable_input() = MessageOf(*input);
  if (!lengths_.empty()) {
    const auto lengths = ParseIntegers("--lengths", lengths_, 0);
    if (!lengths.ok()) return lengths.status();
    request.mutable_lengths()->Add(lengths->begin(), lengths->end());
  }
  if (causal_ != 0) request.set_causal(causal_ > 0);
  return request;
}

}  // namespace headwise
