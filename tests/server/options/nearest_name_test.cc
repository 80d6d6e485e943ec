#include "server/options/nearest_name.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(NearestNameTest, FindsWhatWasMeant) {
  EXPECT_EQ(NearestFlagName("workes"), "workers");
  EXPECT_EQ(NearestFlagName("QUEUE_TOKENS"), "queue-tokens");
  EXPECT_EQ(NearestFlagName("loglevel"), "log-level");
  EXPECT_EQ(NearestFlagName("models"), "model");
  EXPECT_EQ(NearestFlagName("max-request-token"), "max-request-tokens");
}

TEST(NearestNameTest, GuessesNothingWild) {
  EXPECT_EQ(NearestFlagName(""), "");
  EXPECT_EQ(NearestFlagName("x"), "");
  EXPECT_EQ(NearestFlagName("service-host"), "");
  EXPECT_EQ(NearestFlagName(std::string(1000, 'w')), "");
}

}  // namespace
}  // namespace headwise
