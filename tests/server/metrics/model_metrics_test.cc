#include "server/metrics/model_metrics.h"

#include <cstdint>

#include "gtest/gtest.h"
#include "server/metrics/generation_metrics.h"
#include "server/metrics/rpc_metrics.h"
#include "tests/server/metrics/collected.h"

namespace headwise::testing {
namespace {

GenerationDescription Layers(std::vector<std::int64_t> heads) {
  GenerationDescription description;
  description.model = "demo";
  description.layer_heads = std::move(heads);
  return description;
}

TEST(ModelMetricsTest, GaugesFollowTheQueue) {
  MetricFamilies families;
  const ModelMetrics metrics(families, "demo");
  metrics.Accepted();
  metrics.Enqueued(30);
  metrics.Enqueued(12);
  metrics.Dequeued(30);
  const Collected collected(*families.registry());
  EXPECT_EQ(collected.Series("headwise_requests_in_flight", {{"model", "demo"}})->gauge.value, 1);
  EXPECT_EQ(collected.Series("headwise_queue_requests", {{"model", "demo"}})->gauge.value, 1);
  EXPECT_EQ(collected.Series("headwise_queue_tokens", {{"model", "demo"}})->gauge.value, 12);
}

TEST(ModelMetricsTest, StagesAreSeconds) {
  MetricFamilies families;
  const ModelMetrics metrics(families, "demo");
  metrics.ObserveStage(Stage::kAttention, 2'000'000);
  const Collected collected(*families.registry());
  const auto* series = collected.Series("headwise_stage_duration_seconds",
                                        {{"model", "demo"}, {"stage", "attention"}});
  EXPECT_DOUBLE_EQ(series->histogram.sample_sum, .002);
}

// Whatever has no model is counted all the same, but there is no model that could be ready.
TEST(ModelMetricsTest, RequestsWithoutAModelHaveAnEmptyName) {
  MetricFamilies families;
  const RequestMetrics nameless(families, "");
  nameless.Accepted();
  const Collected collected(*families.registry());
  EXPECT_EQ(collected.Series("headwise_requests_in_flight", {{"model", ""}})->gauge.value, 1);
  EXPECT_EQ(collected.Count("headwise_model_ready"), 0u);
}

TEST(ModelMetricsTest, RefusalsCountUnderTheirReason) {
  MetricFamilies families;
  const RequestMetrics nameless(families, "");
  nameless.rejected().Count(RejectReason::kNotFound);
  const Collected collected(*families.registry());
  EXPECT_EQ(
      collected
          .Series("headwise_requests_rejected_total", {{"model", ""}, {"reason", "not_found"}})
          ->counter.value,
      1);
}

TEST(GenerationMetricsTest, OneObservationAHeadThatRan) {
  MetricFamilies families;
  const GenerationMetrics metrics(families, Layers({2, 2}), HeadMetrics::kHead);
  metrics.ObserveHeads(1, {4000, 0});
  const Collected collected(*families.registry());
  const auto count = [&](const char* layer, const char* head) {
    return collected
        .Series("headwise_head_duration_seconds",
                {{"model", "demo"}, {"layer", layer}, {"head", head}})
        ->histogram.sample_count;
  };
  EXPECT_EQ(count("1", "0"), 1u);
  EXPECT_EQ(count("1", "1"), 0u);  // gated off
  EXPECT_EQ(count("0", "0"), 0u);
}

TEST(GenerationMetricsTest, DetailDecidesWhatExists) {
  MetricFamilies families;
  {
    const GenerationMetrics metrics(families, Layers({3, 2}), HeadMetrics::kHead);
    EXPECT_EQ(Collected(*families.registry()).Count("headwise_head_duration_seconds"), 5u);
  }
  {
    const GenerationMetrics metrics(families, Layers({3, 2}), HeadMetrics::kLayer);
    metrics.ObserveHeads(0, {1, 2, 3});
    const Collected collected(*families.registry());
    EXPECT_EQ(collected.Count("headwise_head_duration_seconds"), 0u);
    EXPECT_EQ(collected.Count("headwise_layer_duration_seconds"), 2u);
  }
  const GenerationMetrics metrics(families, Layers({3, 2}), HeadMetrics::kOff);
  metrics.ObserveLayer(0, 1);
  EXPECT_EQ(Collected(*families.registry()).Count("headwise_layer_duration_seconds"), 0u);
}

// After an unload no series of the model may stay.
TEST(GenerationMetricsTest, SeriesGoWithTheGeneration) {
  MetricFamilies families;
  { const GenerationMetrics metrics(families, Layers({3, 2}), HeadMetrics::kHead); }
  const Collected collected(*families.registry());
  for (const char* name : {"headwise_head_duration_seconds", "headwise_layer_duration_seconds",
                           "headwise_model_info", "headwise_model_weights_bytes"}) {
    EXPECT_EQ(collected.Count(name), 0u) << name;
  }
}

TEST(GenerationMetricsTest, AutoExportsHeadsUpTo1024) {
  EXPECT_EQ(ResolveHeadMetrics(HeadMetrics::kAuto, std::vector<std::int64_t>(32, 32)),
            HeadMetrics::kHead);
  EXPECT_EQ(ResolveHeadMetrics(HeadMetrics::kAuto, std::vector<std::int64_t>(33, 32)),
            HeadMetrics::kLayer);
  EXPECT_EQ(ResolveHeadMetrics(HeadMetrics::kHead, std::vector<std::int64_t>(80, 64)),
            HeadMetrics::kHead);
}

TEST(RpcMetricsTest, CountsByCode) {
  MetricFamilies families;
  RpcMetrics rpc(families);
  const RpcMethod method{"unary", "s.S", "M"};
  rpc.Get(method).Started();
  rpc.Get(method).Handled(5, .25);
  rpc.Get(method).Handled(99, .25);
  const Collected collected(*families.registry());
  const LabelMap labels = {{"grpc_type", "unary"}, {"grpc_service", "s.S"}, {"grpc_method", "M"}};
  const auto handled = [&](const char* code) {
    LabelMap with_code = labels;
    with_code["grpc_code"] = code;
    return collected.Series("grpc_server_handled_total", with_code)->counter.value;
  };
  EXPECT_EQ(collected.Series("grpc_server_started_total", labels)->counter.value, 1);
  EXPECT_EQ(handled("NotFound"), 1);
  EXPECT_EQ(handled("Unknown"), 1);
  EXPECT_EQ(handled("OK"), 0);
}

}  // namespace
}  // namespace headwise::testing
