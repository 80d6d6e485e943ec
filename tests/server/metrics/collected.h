// What a registry exports, in a shape that tests can ask.
#ifndef HEADWISE_TESTS_SERVER_METRICS_COLLECTED_H_
#define HEADWISE_TESTS_SERVER_METRICS_COLLECTED_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "prometheus/collectable.h"
#include "prometheus/metric_family.h"

namespace headwise::testing {

using LabelMap = std::map<std::string, std::string>;

class Collected {
 public:
  explicit Collected(const prometheus::Collectable& collectable)
      : families_(collectable.Collect()) {}

  const prometheus::MetricFamily* Family(const std::string& name) const {
    for (const auto& family : families_) {
      if (family.name == name && !family.metric.empty()) return &family;
    }
    return nullptr;
  }
  // Null if there is no such series.
  const prometheus::ClientMetric* Series(const std::string& name, const LabelMap& labels) const {
    const prometheus::MetricFamily* family = Family(name);
    if (family == nullptr) return nullptr;
    for (const auto& metric : family->metric) {
      if (LabelsOf(metric) == labels) return &metric;
    }
    return nullptr;
  }
  std::size_t Count(const std::string& name) const {
    const prometheus::MetricFamily* family = Family(name);
    return family == nullptr ? 0 : family->metric.size();
  }
  std::set<std::string> LabelNames(const std::string& name) const {
    std::set<std::string> names;
    if (const prometheus::MetricFamily* family = Family(name)) {
      for (const auto& label : family->metric[0].label) names.insert(label.name);
    }
    return names;
  }
  std::vector<double> Buckets(const std::string& name) const {
    std::vector<double> bounds;
    if (const prometheus::MetricFamily* family = Family(name)) {
      for (const auto& b : family->metric[0].histogram.bucket) bounds.push_back(b.upper_bound);
    }
    if (!bounds.empty()) bounds.pop_back();  // infinity
    return bounds;
  }

 private:
  static LabelMap LabelsOf(const prometheus::ClientMetric& metric) {
    LabelMap labels;
    for (const auto& label : metric.label) labels[label.name] = label.value;
    return labels;
  }

  std::vector<prometheus::MetricFamily> families_;
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_METRICS_COLLECTED_H_
