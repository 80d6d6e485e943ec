#include "server/models/model_loader.h"

#include <chrono>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/tensor/dtype.h"

namespace headwise {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

double SecondsSince(SteadyTime start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

absl::Status Named(const ModelFlag& flag, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat("model ", flag.name, ": ", status.message()));
}

ModelLoadOptions LoadOptions(const ModelFlag& flag, const LoadContext& context,
                             const std::atomic<bool>& stop) {
  ModelLoadOptions options;
  options.weights = context.weights;
  options.stop = &stop;
  options.progress = [&flag, &logger = context.logger, told = std::chrono::steady_clock::now()](
                         int done, int total) mutable {
    // A line a second is progress; one a layer is a matter for whoever looks for a fault.
    const bool due = SecondsSince(told) >= 1 && done < total;
    if (due) told = std::chrono::steady_clock::now();
    logger.Write(due ? LogLevel::kInfo : LogLevel::kDebug, "layer loaded",
                 {{"model", flag.name}, {"layer", done}, {"of", total}});
  };
  return options;
}

GenerationDescription Describe(const std::string& name, const Model& model, double seconds) {
  GenerationDescription description;
  description.model = name;
  description.version = model.version();
  description.architecture = model.architecture();
  description.weights_dtype = std::string(DTypeName(model.weights_dtype()));
  description.compute_dtype = std::string(DTypeName(DType::kF32));
  for (int i = 0; i < model.layer_count(); ++i) {
    description.layer_heads.push_back(model.layer(i).spec().heads);
  }
  description.weights_bytes = model.weights_bytes();
  description.load_seconds = seconds;
  return description;
}

HeadMetrics ChooseHeadMetrics(const GenerationDescription& description,
                              const LoadContext& context) {
  const HeadMetrics chosen = ResolveHeadMetrics(context.head_metrics, description.layer_heads);
  if (context.head_metrics == HeadMetrics::kAuto && chosen == HeadMetrics::kLayer) {
    context.logger.Info("too many heads for a histogram each; --head-metrics=head exports them",
                        {{"model", description.model}});
  }
  return chosen;
}

void LogLoaded(const GenerationDescription& description, const Model& model, const Logger& logger) {
  for (const std::string& note : model.notes()) {
    logger.Info("checkpoint note", {{"model", description.model}, {"note", note}});
  }
  logger.Info("model ready", {{"model", description.model},
                              {"version", description.version},
                              {"architecture", description.architecture},
                              {"layers", model.layer_count()},
                              {"weights_bytes", description.weights_bytes},
                              {"seconds", description.load_seconds}});
}

}  // namespace

absl::StatusOr<std::shared_ptr<const ServedModel>> LoadModel(const ModelFlag& flag,
                                                             const LoadContext& context,
                                                             const std::atomic<bool>& stop) {
  const SteadyTime start = std::chrono::steady_clock::now();
  context.logger.Info("loading model", {{"model", flag.name}, {"directory", flag.directory}});
  absl::StatusOr<Checkpoint> checkpoint = Checkpoint::Open(flag.directory);
  if (!checkpoint.ok()) return Named(flag, checkpoint.status());
  absl::StatusOr<std::unique_ptr<Model>> model =
      Model::Load(*checkpoint, context.engine, LoadOptions(flag, context, stop));
  if (!model.ok()) return Named(flag, model.status());
  const GenerationDescription description = Describe(flag.name, **model, SecondsSince(start));
  auto served = std::make_shared<ServedModel>();
  served->name = flag.name;
  served->metrics = std::make_unique<const GenerationMetrics>(
      context.families, description, ChooseHeadMetrics(description, context));
  served->model = *std::move(model);
  LogLoaded(description, *served->model, context.logger);
  return std::shared_ptr<const ServedModel>(std::move(served));
}

ModelLoader::ModelLoader(std::vector<ModelFlag> models, LoadContext context, ModelStore& store,
                         Done done)
    : models_(std::move(models)),
      context_(context),
      store_(store),
      done_(std::move(done)),
      thread_([this] { Run(); }) {}

ModelLoader::~ModelLoader() {
  stop_ = true;
  thread_.join();
}

void ModelLoader::Run() {
  for (const ModelFlag& flag : models_) {
    absl::StatusOr<std::shared_ptr<const ServedModel>> model = LoadModel(flag, context_, stop_);
    if (stop_) return;
    if (!model.ok()) return done_(model.status());
    store_.Publish(*std::move(model));
  }
  done_(absl::OkStatus());
}

}  // namespace headwise
