// Loads checkpoints in the background.
#ifndef HEADWISE_SERVER_MODELS_MODEL_LOADER_H_
#define HEADWISE_SERVER_MODELS_MODEL_LOADER_H_

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/attention/engine.h"
#include "server/log/logger.h"
#include "server/metrics/families.h"
#include "server/models/model_store.h"
#include "server/models/served_model.h"
#include "server/options/options.h"

namespace headwise {

// What loading needs beside the checkpoint. All are borrowed.
struct LoadContext {
  Engine& engine;
  MetricFamilies& families;
  const Logger& logger;
  HeadMetrics head_metrics = HeadMetrics::kAuto;
  WeightOptions weights = {};
};

// Opens, packs and warms up one checkpoint, logging progress. Errors are the engine's, prefixed
// with the model's name; CANCELLED once `stop` is set.
absl::StatusOr<std::shared_ptr<const ServedModel>> LoadModel(const ModelFlag& flag,
                                                             const LoadContext& context,
                                                             const std::atomic<bool>& stop);

// The thread that loads one model after the other and publishes each. Owned by the server; the
// destructor gives up what is not loaded yet.
class ModelLoader {
 public:
  // Called once, by the loader's thread: OK when all are published, else the first error, after
  // which loading ends. Not called if the loader is destroyed before.
  using Done = std::function<void(const absl::Status&)>;

  ModelLoader(std::vector<ModelFlag> models, LoadContext context, ModelStore& store, Done done);
  ~ModelLoader();

 private:
  void Run();

  const std::vector<ModelFlag> models_;
  const LoadContext context_;
  ModelStore& store_;
  const Done done_;
  std::atomic<bool> stop_{false};
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_MODELS_MODEL_LOADER_H_
