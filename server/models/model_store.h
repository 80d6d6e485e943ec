// The models that are served, by name.
#ifndef HEADWISE_SERVER_MODELS_MODEL_STORE_H_
#define HEADWISE_SERVER_MODELS_MODEL_STORE_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/metrics/model_metrics.h"
#include "server/models/served_model.h"

namespace headwise {

// Owned by the server. Names are fixed at construction; each is loading until its first
// generation is published. Thread-safe.
class ModelStore {
 public:
  // `names` must be distinct. Borrows `families`.
  ModelStore(const std::vector<std::string>& names, MetricFamilies& families);

  // INVALID_ARGUMENT for what can be no name, NOT_FOUND for a name that is not served, listing
  // those that are, UNAVAILABLE for a model that still loads.
  absl::StatusOr<std::shared_ptr<const ServedModel>> Find(absl::string_view name) const;

  // Makes `model` the current generation of its name, which must be served.
  void Publish(std::shared_ptr<const ServedModel> model);

  struct Listed {
    std::string name;
    std::shared_ptr<const ServedModel> model;  // null while loading
  };
  // Sorted by name.
  std::vector<Listed> List() const;
  // As Find, but a model that loads is no error.
  absl::StatusOr<Listed> Describe(absl::string_view name) const;

  // Null for a name that is not served.
  const ModelMetrics* MetricsOf(absl::string_view name) const;

 private:
  struct Entry {
    std::unique_ptr<const ModelMetrics> metrics;
    std::shared_ptr<const ServedModel> current;
  };

  absl::Status UnknownName(absl::string_view name) const;

  // Keys and metrics never change; `current` does.
  std::map<std::string, Entry, std::less<>> entries_;
  mutable std::mutex mutex_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_MODELS_MODEL_STORE_H_
