// Matchers for absl::Status and absl::StatusOr. Debian 12's Abseil has none.
#ifndef HEADWISE_TESTS_SUPPORT_STATUS_MATCHERS_H_
#define HEADWISE_TESTS_SUPPORT_STATUS_MATCHERS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise::testing {

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }
template <typename T>
const absl::Status& StatusOf(const absl::StatusOr<T>& status_or) {
  return status_or.status();
}

MATCHER(IsOk, "is OK") {
  *result_listener << StatusOf(arg).ToString();
  return StatusOf(arg).ok();
}

// StatusIs(code, matcher of the message)
MATCHER_P2(StatusIs, code, message, "") {
  *result_listener << StatusOf(arg).ToString();
  return StatusOf(arg).code() == code &&
         ::testing::ExplainMatchResult(::testing::Matcher<std::string>(message),
                                       std::string(StatusOf(arg).message()), result_listener);
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SUPPORT_STATUS_MATCHERS_H_
