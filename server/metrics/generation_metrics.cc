#include "server/metrics/generation_metrics.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "server/metrics/buckets.h"

namespace headwise {
namespace {

constexpr std::int64_t kMostHeads = 1024;  // for which auto exports every head
constexpr double kSecondsPerNanosecond = 1e-9;

prometheus::Labels InfoLabels(const GenerationDescription& description) {
  const std::vector<std::int64_t>& heads = description.layer_heads;
  return {{"model", description.model},
          {"version", description.version},
          {"architecture", description.architecture},
          {"weights_dtype", description.weights_dtype},
          {"compute_dtype", description.compute_dtype},
          {"layers", std::to_string(heads.size())},
          {"heads", std::to_string(*std::max_element(heads.begin(), heads.end()))}};
}

}  // namespace

HeadMetrics ResolveHeadMetrics(HeadMetrics wanted, const std::vector<std::int64_t>& layer_heads) {
  if (wanted != HeadMetrics::kAuto) return wanted;
  const std::int64_t heads =
      std::accumulate(layer_heads.begin(), layer_heads.end(), std::int64_t{0});
  return heads <= kMostHeads ? HeadMetrics::kHead : HeadMetrics::kLayer;
}

GenerationMetrics::GenerationMetrics(MetricFamilies& families,
                                     const GenerationDescription& description, HeadMetrics detail)
    : info_(families.model_info, InfoLabels(description)),
      load_duration_(families.model_load_duration, {{"model", description.model}}),
      weights_bytes_(families.model_weights_bytes, {{"model", description.model}}) {
  info_->Set(1);
  load_duration_->Set(description.load_seconds);
  weights_bytes_->Set(static_cast<double>(description.weights_bytes));
  if (detail == HeadMetrics::kOff) return;
  for (std::size_t layer = 0; layer < description.layer_heads.size(); ++layer) {
    const prometheus::Labels labels{{"model", description.model}, {"layer", std::to_string(layer)}};
    layers_.emplace_back(families.layer_duration, labels, HeadBuckets());
    if (detail != HeadMetrics::kHead) continue;
    std::vector<Histogram>& heads = heads_.emplace_back();
    for (std::int64_t head = 0; head < description.layer_heads[layer]; ++head) {
      prometheus::Labels head_labels = labels;
      head_labels["head"] = std::to_string(head);
      heads.emplace_back(families.head_duration, head_labels, HeadBuckets());
    }
  }
}

void GenerationMetrics::ObserveHeads(int layer, absl::Span<const std::int64_t> head_ns) const {
  if (heads_.empty()) return;
  const std::vector<Histogram>& heads = heads_[layer];
  const std::size_t count = std::min(head_ns.size(), heads.size());
  for (std::size_t head = 0; head < count; ++head) {
    if (head_ns[head] == 0) continue;
    heads[head]->Observe(static_cast<double>(head_ns[head]) * kSecondsPerNanosecond);
  }
}

void GenerationMetrics::ObserveLayer(int layer, std::int64_t nanoseconds) const {
  if (layers_.empty()) return;
  layers_[layer]->Observe(static_cast<double>(nanoseconds) * kSecondsPerNanosecond);
}

}  // namespace headwise
