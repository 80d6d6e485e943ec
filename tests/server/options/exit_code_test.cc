#include "server/options/exit_code.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(ExitCodeTest, OfTheServer) {
  EXPECT_EQ(ExitCodeOf(absl::OkStatus()), 0);
  EXPECT_EQ(ExitCodeOf(absl::InvalidArgumentError("")), 64);
  EXPECT_EQ(ExitCodeOf(absl::FailedPreconditionError("")), 78);
  EXPECT_EQ(ExitCodeOf(absl::UnavailableError("")), 69);
  EXPECT_EQ(ExitCodeOf(absl::ResourceExhaustedError("")), 71);
  EXPECT_EQ(ExitCodeOf(absl::InternalError("")), 70);
}

TEST(ExitCodeTest, OfAModel) {
  EXPECT_EQ(ExitCodeOfModel(absl::NotFoundError("")), 66);
  EXPECT_EQ(ExitCodeOfModel(absl::InvalidArgumentError("")), 65);
  EXPECT_EQ(ExitCodeOfModel(absl::UnimplementedError("")), 65);
  EXPECT_EQ(ExitCodeOfModel(absl::InternalError("")), 70);
}

}  // namespace
}  // namespace headwise
