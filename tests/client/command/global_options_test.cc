#include "client/command/global_options.h"

#include "client/command/exit_code.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

TEST(ParseOutputTest, DefaultsToATable) {
  const auto choice = *ParseOutput({}, false);
  EXPECT_FALSE(choice.json);
  EXPECT_EQ(choice.file, "");
}

TEST(ParseOutputTest, TakesAFormatAndAFile) {
  const auto choice = *ParseOutput({"json", "dir/y.safetensors"}, true);
  EXPECT_TRUE(choice.json);
  EXPECT_EQ(choice.file, "dir/y.safetensors");
  EXPECT_FALSE(ParseOutput({"table"}, true)->json);
}

TEST(ParseOutputTest, RefusesOthers) {
  EXPECT_THAT(ParseOutput({"a.safetensors", "b.safetensors"}, true),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--output: expected one file, got 'a.safetensors' and 'b.safetensors'"));
  EXPECT_THAT(ParseOutput({"y.safetensors"}, false),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--output: expected table or json, got 'y.safetensors'"));
  EXPECT_THAT(ParseOutput({"y.npy"}, true),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--output: expected table, json or a path ending with .safetensors, got "
                       "'y.npy'"));
}

TEST(ParseTimeoutTest, DurationsAndSeconds) {
  EXPECT_EQ(*ParseTimeout("500ms"), absl::Milliseconds(500));
  EXPECT_EQ(*ParseTimeout("1m30s"), absl::Seconds(90));
  EXPECT_EQ(*ParseTimeout("2.5"), absl::Milliseconds(2500));
  EXPECT_EQ(*ParseTimeout("0"), absl::InfiniteDuration());
}

TEST(ParseTimeoutTest, RefusesOthers) {
  for (const char* text : {"", "soon", "-1s", "-2", "5 apples", "nan"}) {
    EXPECT_THAT(ParseTimeout(text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--timeout: expected")))
        << text;
  }
}

TEST(ConnectTest, NamesTheFlag) {
  GlobalOptions options;
  options.server = "host";
  EXPECT_THAT(Connect(options), StatusIs(absl::StatusCode::kInvalidArgument,
                                         HasSubstr("--server: expected HOST:PORT")));
  EXPECT_EQ(ExitCodeOf(Connect(options).status()), kExitUsage);
  options.server = "host:1";
  options.max_message_bytes = 0;
  EXPECT_THAT(Connect(options), StatusIs(absl::StatusCode::kInvalidArgument,
                                         HasSubstr("--max-message-bytes: expected")));
}

TEST(ConnectTest, TakesTheTimeout) {
  GlobalOptions options;
  EXPECT_EQ((*Connect(options, absl::Seconds(2)))->options().timeout, absl::Seconds(2));
  options.timeout = "7s";
  EXPECT_EQ((*Connect(options, absl::Seconds(2)))->options().timeout, absl::Seconds(7));
}

}  // namespace
}  // namespace headwise
