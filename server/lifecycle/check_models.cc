#include "server/lifecycle/check_models.h"

#include <atomic>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "engine/attention/engine.h"
#include "server/metrics/families.h"
#include "server/models/model_loader.h"
#include "server/options/exit_code.h"

namespace headwise {
namespace {

std::string Describe(const ServedModel& served) {
  const Model& model = *served.model;
  const LayerSpec& first = model.layer(0).spec();
  return absl::StrCat(served.name, ": OK, ", model.architecture(), ", ", model.layer_count(),
                      " layers, ", first.heads, " heads of ", first.head_dim, ", width ",
                      first.d_model, ", weights ", DTypeName(model.weights_dtype()), ", ",
                      model.parameters(), " parameters, version ", model.version());
}

}  // namespace

int CheckModels(const Options& options, const Logger& logger, std::ostream& out) {
  absl::StatusOr<std::unique_ptr<Engine>> engine = Engine::Create({options.workers, false});
  if (!engine.ok()) {
    out << engine.status().message() << "\n";
    return ExitCodeOf(engine.status());
  }
  MetricFamilies families;
  const std::atomic<bool> stop{false};
  const LoadContext context{**engine, families, logger, options.head_metrics, options.weights};
  int exit_code = 0;
  for (const ModelFlag& flag : options.models) {
    const auto served = LoadModel(flag, context, stop);
    if (served.ok()) {
      out << Describe(**served) << std::endl;
    } else {
      out << served.status().message() << std::endl;
      if (exit_code == 0) exit_code = ExitCodeOfModel(served.status());
    }
  }
  return exit_code;
}

}  // namespace headwise
