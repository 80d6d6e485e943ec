#include "server/models/model_store.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/options/flag_values.h"

namespace headwise {
namespace {

constexpr std::size_t kShown = 64;  // bytes of a bad name, and names, that an error repeats

}  // namespace

ModelStore::ModelStore(const std::vector<std::string>& names, MetricFamilies& families) {
  for (const std::string& name : names) {
    entries_[name].metrics = std::make_unique<const ModelMetrics>(families, name);
  }
}

absl::Status ModelStore::UnknownName(absl::string_view name) const {
  if (!IsModelName(name)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "model: expected a name of 1 to 64 of A-Z a-z 0-9 . _ - that starts with no dot, got \"",
        absl::CEscape(name.substr(0, kShown)), "\""));
  }
  std::vector<absl::string_view> served;
  for (const auto& [known, entry] : entries_) {
    if (served.size() < kShown) served.push_back(known);
  }
  return absl::NotFoundError(
      absl::StrCat("model: expected one of ", absl::StrJoin(served, ", "), "; got \"", name, "\""));
}

absl::StatusOr<ModelStore::Listed> ModelStore::Describe(absl::string_view name) const {
  const std::string key(name);
  const auto it = entries_.find(key);
  if (it == entries_.end()) return UnknownName(name);
  const std::lock_guard<std::mutex> lock(mutex_);
  return Listed{key, it->second.current};
}

absl::StatusOr<std::shared_ptr<const ServedModel>> ModelStore::Find(absl::string_view name) const {
  absl::StatusOr<Listed> listed = Describe(name);
  if (!listed.ok()) return listed.status();
  if (listed->model == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("model: ", name, " is still loading; retry shortly"));
  }
  return std::move(listed->model);
}

void ModelStore::Publish(std::shared_ptr<const ServedModel> model) {
  Entry& entry = entries_.find(model->name)->second;
  const std::lock_guard<std::mutex> lock(mutex_);
  entry.current.swap(model);
  entry.metrics->SetReady(true);
}

std::vector<ModelStore::Listed> ModelStore::List() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Listed> listed;
  for (const auto& [name, entry] : entries_) listed.push_back({name, entry.current});
  return listed;
}

const ModelMetrics* ModelStore::MetricsOf(absl::string_view name) const {
  const auto it = entries_.find(std::string(name));
  return it == entries_.end() ? nullptr : it->second.metrics.get();
}

}  // namespace headwise
