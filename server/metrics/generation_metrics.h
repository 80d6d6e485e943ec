// What is counted for one loaded generation of a model, head by head.
#ifndef HEADWISE_SERVER_METRICS_GENERATION_METRICS_H_
#define HEADWISE_SERVER_METRICS_GENERATION_METRICS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "server/metrics/families.h"
#include "server/metrics/series.h"
#include "server/options/options.h"

namespace headwise {

struct GenerationDescription {
  std::string model;
  std::string version;
  std::string architecture;
  std::string weights_dtype;
  std::string compute_dtype;
  std::vector<std::int64_t> layer_heads;  // heads of each layer
  std::int64_t weights_bytes = 0;
  double load_seconds = 0;
};

// kAuto resolved: kHead for up to 1,024 heads over all layers, else kLayer.
HeadMetrics ResolveHeadMetrics(HeadMetrics wanted, const std::vector<std::int64_t>& layer_heads);

// Resolves layers x heads series at load and removes them when the generation goes. Owned by
// the generation. Thread-safe.
class GenerationMetrics {
 public:
  // `detail` must not be kAuto.
  GenerationMetrics(MetricFamilies& families, const GenerationDescription& description,
                    HeadMetrics detail);

  // One request's heads in a layer; heads that did not run have 0 and are not observed.
  void ObserveHeads(int layer, absl::Span<const std::int64_t> head_ns) const;
  void ObserveLayer(int layer, std::int64_t nanoseconds) const;

 private:
  using Histogram = Series<prometheus::Histogram>;

  Series<prometheus::Gauge> info_;
  Series<prometheus::Gauge> load_duration_;
  Series<prometheus::Gauge> weights_bytes_;
  std::vector<std::vector<Histogram>> heads_;  // [layer][head], empty below kHead
  std::vector<Histogram> layers_;              // [layer], empty below kLayer
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_GENERATION_METRICS_H_
