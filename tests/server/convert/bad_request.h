// A request got wrong, and what the answer must name.
#ifndef HEADWISE_TESTS_SERVER_CONVERT_BAD_REQUEST_H_
#define HEADWISE_TESTS_SERVER_CONVERT_BAD_REQUEST_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace headwise::testing {

template <typename Request>
struct Bad {
  const char* name;
  std::function<void(Request&)> spoil;
  const char* field;     // the text starts with it
  const char* expected;  // and contains these
  const char* actual;
};

template <typename Request>
void ExpectRefusal(const absl::Status& status, const Bad<Request>& bad) {
  const std::string text(status.message());
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  EXPECT_TRUE(absl::StartsWith(text, bad.field)) << text;
  EXPECT_TRUE(absl::StrContains(text, bad.expected)) << text;
  EXPECT_TRUE(absl::StrContains(text, bad.actual)) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  EXPECT_LT(text.size(), 400u) << text;
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_CONVERT_BAD_REQUEST_H_
