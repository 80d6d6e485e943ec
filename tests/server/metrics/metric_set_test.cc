// The exported set as a table: names, types, labels and buckets are an interface that dashboards
// and alerts are written against.
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/metrics/engine_collector.h"
#include "server/metrics/generation_metrics.h"
#include "server/metrics/model_metrics.h"
#include "server/metrics/process_collector.h"
#include "server/metrics/rpc_metrics.h"
#include "tests/server/metrics/collected.h"

namespace headwise::testing {
namespace {

using prometheus::MetricType;

struct Expected {
  const char* name;
  MetricType type;
  std::set<std::string> labels;
};

const Expected kExpected[] = {
    {"headwise_model_info",
     MetricType::Gauge,
     {"model", "version", "architecture", "weights_dtype", "compute_dtype", "layers", "heads"}},
    {"headwise_model_ready", MetricType::Gauge, {"model"}},
    {"headwise_model_load_duration_seconds", MetricType::Gauge, {"model"}},
    {"headwise_model_weights_bytes", MetricType::Gauge, {"model"}},
    {"grpc_server_started_total",
     MetricType::Counter,
     {"grpc_type", "grpc_service", "grpc_method"}},
    {"grpc_server_handled_total",
     MetricType::Counter,
     {"grpc_type", "grpc_service", "grpc_method", "grpc_code"}},
    {"grpc_server_handling_seconds",
     MetricType::Histogram,
     {"grpc_type", "grpc_service", "grpc_method"}},
    {"headwise_requests_in_flight", MetricType::Gauge, {"model"}},
    {"headwise_queue_requests", MetricType::Gauge, {"model"}},
    {"headwise_queue_tokens", MetricType::Gauge, {"model"}},
    {"headwise_requests_rejected_total", MetricType::Counter, {"model", "reason"}},
    {"headwise_stage_duration_seconds", MetricType::Histogram, {"model", "stage"}},
    {"headwise_head_duration_seconds", MetricType::Histogram, {"model", "layer", "head"}},
    {"headwise_layer_duration_seconds", MetricType::Histogram, {"model", "layer"}},
    {"headwise_tokens_total", MetricType::Counter, {"model", "kind"}},
    {"headwise_batch_requests", MetricType::Histogram, {"model"}},
    {"headwise_batch_tokens", MetricType::Histogram, {"model"}},
};

GenerationDescription TwoLayers() {
  GenerationDescription description;
  description.model = "demo";
  description.version = "v1";
  description.architecture = "gpt2";
  description.weights_dtype = "F32";
  description.compute_dtype = "F32";
  description.layer_heads = {3, 2};
  description.weights_bytes = 1000;
  description.load_seconds = .5;
  return description;
}

class MetricSetTest : public ::testing::Test {
 protected:
  MetricSetTest() { rpc_.Get({"unary", "headwise.v1.AttentionService", "Attend"}); }
  Collected Collect() const { return Collected(*families_.registry()); }

  MetricFamilies families_;
  RpcMetrics rpc_{families_};
  ModelMetrics model_{families_, "demo"};
  GenerationMetrics generation_{families_, TwoLayers(), HeadMetrics::kHead};
};

TEST_F(MetricSetTest, NamesTypesAndLabels) {
  const Collected collected = Collect();
  for (const Expected& expected : kExpected) {
    const prometheus::MetricFamily* family = collected.Family(expected.name);
    ASSERT_NE(family, nullptr) << expected.name;
    EXPECT_EQ(family->type, expected.type) << expected.name;
    EXPECT_EQ(collected.LabelNames(expected.name), expected.labels) << expected.name;
    EXPECT_FALSE(family->help.empty()) << expected.name;
  }
}

TEST_F(MetricSetTest, Buckets) {
  const Collected collected = Collect();
  const std::vector<double> rpc = {1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, .01, .025,
                                   .05,  .1,     .25,  .5,   1,      2.5,  5,   10};
  const std::vector<double> stage = {1e-5,   2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3,
                                     2.5e-3, 5e-3,   .01,  .025, .05,    .1,   .5};
  const std::vector<double> head = {1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 5e-5,
                                    1e-4, 2.5e-4, 1e-3, 5e-3, .025,   .25};
  EXPECT_EQ(collected.Buckets("grpc_server_handling_seconds"), rpc);
  EXPECT_EQ(collected.Buckets("headwise_stage_duration_seconds"), stage);
  EXPECT_EQ(collected.Buckets("headwise_head_duration_seconds"), head);
  EXPECT_EQ(collected.Buckets("headwise_layer_duration_seconds"), head);
  EXPECT_EQ(collected.Buckets("headwise_batch_requests").at(3), 8);
  EXPECT_EQ(collected.Buckets("headwise_batch_tokens").back(), 65536);
}

TEST_F(MetricSetTest, EveryReasonAndStageExistsFromTheStart) {
  const Collected collected = Collect();
  for (const char* reason :
       {"queue_full", "budget", "deadline", "invalid", "not_found", "draining", "too_large"}) {
    EXPECT_NE(collected.Series("headwise_requests_rejected_total",
                               {{"model", "demo"}, {"reason", reason}}),
              nullptr)
        << reason;
  }
  for (const char* stage :
       {"decode", "queue", "input_projection", "attention", "output_projection", "encode"}) {
    EXPECT_NE(
        collected.Series("headwise_stage_duration_seconds", {{"model", "demo"}, {"stage", stage}}),
        nullptr)
        << stage;
  }
}

TEST(EngineCollectorTest, ExportsTheEngine) {
  const EngineCollector collector([] {
    EngineStats stats;
    stats.plan_cache_hits = 7;
    stats.plan_cache_misses = 2;
    stats.workers = 3;
    stats.worker_busy_seconds = 1.5;
    return stats;
  });
  const Collected collected(collector);
  EXPECT_EQ(collected.Series("headwise_plan_cache_hits_total", {})->counter.value, 7);
  EXPECT_EQ(collected.Series("headwise_plan_cache_misses_total", {})->counter.value, 2);
  EXPECT_EQ(collected.Series("headwise_workers", {})->gauge.value, 3);
  EXPECT_EQ(collected.Series("headwise_worker_busy_seconds_total", {})->counter.value, 1.5);
}

TEST(ProcessCollectorTest, ExportsTheProcess) {
  const Collected collected{ProcessCollector()};
  EXPECT_GT(collected.Series("process_resident_memory_bytes", {})->gauge.value, 1e6);
  EXPECT_GE(collected.Series("process_cpu_seconds_total", {})->counter.value, 0);
  EXPECT_GT(collected.Series("process_start_time_seconds", {})->gauge.value, 1.5e9);
  EXPECT_GE(collected.Series("process_open_fds", {})->gauge.value, 3);
  EXPECT_GT(collected.Series("process_max_fds", {})->gauge.value, 3);
}

}  // namespace
}  // namespace headwise::testing
