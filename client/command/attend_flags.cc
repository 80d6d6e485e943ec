#include "client/command/attend_flags.h"

#include <cstdint>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"
#include "client/command/input.h"
#include "client/command/layer_name.h"
#include "client/command/lists.h"
#include "client/command/mask_flag.h"
#include "client/command/rows_input.h"

namespace headwise {
namespace {

constexpr char kGroup[] = "What each query sees";

// A list, or a file with one.
absl::StatusOr<std::vector<std::int64_t>> LoadPositions(const std::string& text) {
  if (text.find_first_not_of("0123456789,-") == std::string::npos) {
    return ParseNumbers("--positions", text);
  }
  return LoadIntegers("--positions", text);
}

}  // namespace

void AttendFlags::Declare(CLI::App& app, bool required) {
  CLI::Option* model =
      app.add_option("MODEL", model_, "Name of a served model")->required(required);
  app.add_option("LAYER", layer_, "Layer of the model: its number from 0, or its module path")
      ->required(required);
  app.add_option("-i,--input", input_,
                 "Token embeddings [T,D] or [B,T,D] as the attention receives them: a .npy file, "
                 "or a safetensors file's tensor (its only one if none is named)")
      ->type_name("FILE[:TENSOR]")
      ->required(required)
      ->needs(model);
  app.add_option("--lengths", lengths_, "Tokens of each sequence, such as 17,9 (default: all)")
      ->type_name("N,...")
      ->needs(model)
      ->group(kGroup);
  app.add_flag("--causal,!--no-causal", causal_,
               "Hide later keys from each query, or hide none (default: the layer's own rule)")
      ->group(kGroup);
  AddMaskOption(app, masks_, kGroup);
  app.add_option("--positions", positions_,
                 "Positions for the rotary embedding, B*T numbers such as 5-21 or a file's "
                 "integers (default: from 0 in every sequence)")
      ->type_name("LIST|FILE[:TENSOR]")
      ->group(kGroup);
  app.add_flag("--no-relative-bias", no_relative_bias_,
               "Leave the layer's own relative bias out, such as for one that a mask adds")
      ->group(kGroup);
  keys_.Declare(app, kGroup);
}

absl::StatusOr<v1::AttendRequest> AttendFlags::ToRequest() const {
  if (model_.empty() || layer_.empty()) {
    return UsageError(model_.empty() ? "MODEL: expected a name; `headwise models` lists them"
                                     : "LAYER: expected a number from 0 or a module path");
  }
  if (input_.empty()) return UsageError("--input: expected a file with token embeddings");
  v1::AttendRequest request;
  request.set_model(model_);
  auto input = LoadRows("--input", input_);
  if (!input.ok()) return input.status();
  *request.mutable_input() = *std::move(input);
  if (!lengths_.empty()) {
    const auto lengths = ParseIntegers("--lengths", lengths_, 0);
    if (!lengths.ok()) return lengths.status();
    request.mutable_lengths()->Add(lengths->begin(), lengths->end());
  }
  if (causal_ != 0) request.set_causal(causal_ > 0);
  for (const std::string& value : masks_) {
    auto mask = LoadMask(value);
    if (!mask.ok()) return mask.status();
    *request.add_masks() = *std::move(mask);
  }
  if (!positions_.empty()) {
    const auto positions = LoadPositions(positions_);
    if (!positions.ok()) return positions.status();
    request.mutable_positions()->Add(positions->begin(), positions->end());
  }
  if (no_relative_bias_) request.set_relative_bias(false);
  if (absl::Status status = keys_.AddTo(&request); !status.ok()) return status;
  return request;
}

absl::Status AttendFlags::SetLayer(const Client& client, v1::AttendRequest* request) const {
  const auto layer = FindLayer(client, model_, layer_);
  if (!layer.ok()) return layer.status();
  request->set_layer(*layer);
  return absl::OkStatus();
}

absl::StatusOr<v1::GetModelResponse> AttendFlags::AskModel(const Client& client,
                                                           v1::AttendRequest* request) const {
  auto model = client.GetModel(model_);
  if (!model.ok()) return model;
  const auto layer = FindLayer(*model, layer_);
  if (!layer.ok()) return layer.status();
  request->set_layer(*layer);
  if (model->layers(*layer).cross() && !keys_.given()) {
    return UsageError(absl::StrCat("--key-input: expected it, as layer ", *layer,
                                   " is cross-attention: its keys and values come from there"));
  }
  return model;
}

}  // namespace headwise
