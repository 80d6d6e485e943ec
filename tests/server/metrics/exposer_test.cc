#include "server/metrics/exposer.h"

#include "server/metrics/families.h"
#include "tests/server/support/http_get.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;

TEST(MetricsExposerTest, ServesOnAFreePort) {
  MetricFamilies families;
  families.build_info.Add({{"version", "x"}}).Set(1);
  const auto exposer =
      MetricsExposer::Create(*Address::Parse("127.0.0.1:0"), {families.registry()});
  ASSERT_THAT(exposer, IsOk());
  EXPECT_GT((*exposer)->port(), 0);
  EXPECT_THAT(HttpGet((*exposer)->port(), "/metrics"),
              HasSubstr("headwise_build_info{version=\"x\"} 1"));
}

TEST(MetricsExposerTest, ATakenPortIsUnavailable) {
  MetricFamilies families;
  const auto first = MetricsExposer::Create(*Address::Parse("127.0.0.1:0"), {families.registry()});
  ASSERT_THAT(first, IsOk());
  const auto address = Address::Parse("127.0.0.1:" + std::to_string((*first)->port()));
  EXPECT_THAT(MetricsExposer::Create(*address, {families.registry()}),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("--metrics-address")));
}

}  // namespace
}  // namespace headwise::testing
