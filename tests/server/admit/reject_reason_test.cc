#include "server/admit/reject_reason.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(RejectReasonTest, AStatusRemembersItsReason) {
  for (const RejectReason reason : kRejectReasons) {
    EXPECT_EQ(ReasonOf(Rejected(absl::StatusCode::kUnavailable, reason, "no")), reason);
  }
}

TEST(RejectReasonTest, CodesImplyAReason) {
  EXPECT_EQ(ReasonOf(absl::InvalidArgumentError("x")), RejectReason::kInvalid);
  EXPECT_EQ(ReasonOf(absl::NotFoundError("x")), RejectReason::kNotFound);
  EXPECT_EQ(ReasonOf(absl::DeadlineExceededError("x")), RejectReason::kDeadline);
}

TEST(RejectReasonTest, FailuresAreNoRefusals) {
  EXPECT_FALSE(ReasonOf(absl::OkStatus()).has_value());
  EXPECT_FALSE(ReasonOf(absl::InternalError("x")).has_value());
  EXPECT_FALSE(ReasonOf(absl::CancelledError("x")).has_value());
  EXPECT_FALSE(ReasonOf(absl::UnavailableError("still loading")).has_value());
}

TEST(RejectReasonTest, ShortMemoryCountsAsBudget) {
  EXPECT_EQ(OutOfMemory().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ReasonOf(OutOfMemory()), RejectReason::kBudget);
}

}  // namespace
}  // namespace headwise
