// One generation of a model: a checkpoint as it was when it was loaded.
#ifndef HEADWISE_SERVER_MODELS_SERVED_MODEL_H_
#define HEADWISE_SERVER_MODELS_SERVED_MODEL_H_

#include <memory>
#include <string>

#include "engine/attention/model.h"
#include "server/metrics/generation_metrics.h"

namespace headwise {

// Shared by the store and by every request that computes with it, so that a later generation
// can take its place while requests still run. Thread-safe.
struct ServedModel {
  std::string name;
  std::unique_ptr<const Model> model;
  std::unique_ptr<const GenerationMetrics> metrics;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_MODELS_SERVED_MODEL_H_
