#include "server/metrics/families.h"

namespace headwise {
namespace {

using prometheus::Registry;

MetricFamilies::Counters& Counter(Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}
MetricFamilies::Gauges& Gauge(Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
}
MetricFamilies::Histograms& Histogram(Registry& registry, const char* name, const char* help) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
}

}  // namespace

MetricFamilies::MetricFamilies()
    : registry_(std::make_shared<Registry>()),
      build_info(Gauge(*registry_, "headwise_build_info", "Always 1; the labels tell the build.")),
      model_info(Gauge(*registry_, "headwise_model_info",
                       "Always 1; the labels tell what a loaded model is.")),
      model_ready(Gauge(*registry_, "headwise_model_ready",
                        "1 once the model is packed and warmed up, 0 before.")),
      model_load_duration(Gauge(*registry_, "headwise_model_load_duration_seconds",
                                "Time that reading, packing and warming up the model took.")),
      model_weights_bytes(Gauge(*registry_, "headwise_model_weights_bytes",
                                "Memory that the model's packed weights take.")),
      rpc_started(Counter(*registry_, "grpc_server_started_total", "Calls begun.")),
      rpc_handled(Counter(*registry_, "grpc_server_handled_total",
                          "Calls answered, by the code of the answer.")),
      rpc_handling(Histogram(*registry_, "grpc_server_handling_seconds",
                             "Time from a call's beginning to its answer.")),
      requests_in_flight(Gauge(*registry_, "headwise_requests_in_flight",
                               "Requests accepted and not yet answered, waiting or running.")),
      queue_requests(Gauge(*registry_, "headwise_queue_requests", "Requests that wait.")),
      queue_tokens(Gauge(*registry_, "headwise_queue_tokens", "Tokens of requests that wait.")),
      requests_rejected(Counter(
          *registry_, "headwise_requests_rejected_total",
          "Requests that were not computed, by reason; no model for AttendCore and for a name that "
          "is not served.")),
      stage_duration(Histogram(
          *registry_, "headwise_stage_duration_seconds",
          "Time of a request's stages. decode, queue and encode are the request's own; "
          "input_projection, attention and output_projection those of the batch it ran in.")),
      head_duration(Histogram(
          *registry_, "headwise_head_duration_seconds",
          "Busy time of one head for one request in one layer: scores, softmax and weighted sum, "
          "measured round its work items and summed over the workers. Without projections; "
          "packing a kv head that several heads share is charged to them in equal parts.")),
      layer_duration(Histogram(
          *registry_, "headwise_layer_duration_seconds",
          "Time of one layer for the batch that a request ran in: projections and heads.")),
      tokens(Counter(*registry_, "headwise_tokens_total",
                     "Tokens computed; those beyond a sequence's length do not count.")),
      batch_requests(Histogram(*registry_, "headwise_batch_requests", "Requests of a batch.")),
      batch_tokens(Histogram(*registry_, "headwise_batch_tokens", "Tokens of a batch.")) {}

}  // namespace headwise
