#include "client/command/layer_name.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

absl::Status NoSuchLayer(const v1::GetModelResponse& model, absl::string_view layer) {
  std::vector<std::string> modules;
  for (const v1::LayerInfo& info : model.layers()) modules.push_back(info.module());
  return absl::NotFoundError(absl::StrCat("LAYER: model '", model.name(), "' has no layer '",
                                          Printable(layer), "'; it has 0..", modules.size() - 1,
                                          ", or by name ", ListSome(modules)));
}

}  // namespace

absl::StatusOr<int> FindLayer(const v1::GetModelResponse& model, absl::string_view layer) {
  if (model.layers().empty()) {
    return absl::UnavailableError(
        absl::StrCat("model '", model.name(), "' is still loading; try again"));
  }
  for (int i = 0; i < model.layers_size(); ++i) {
    if (layer == model.layers(i).module()) return i;
  }
  int number = 0;
  if (absl::SimpleAtoi(layer, &number) && number >= 0 && number < model.layers_size()) {
    return number;
  }
  return NoSuchLayer(model, layer);
}

absl::StatusOr<int> FindLayer(const Client& client, absl::string_view model,
                              absl::string_view layer) {
  int number = 0;
  if (absl::SimpleAtoi(layer, &number) && number >= 0) return number;
  const auto described = client.GetModel(model);
  if (!described.ok()) return described.status();
  return FindLayer(*described, layer);
}

}  // namespace headwise
