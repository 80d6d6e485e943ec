#include "server/convert/response_size.h"

#include <functional>

#include "server/admit/reject_reason.h"
#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

void SelectAll(v1::RowSelection& selection) { selection.mutable_heads()->set_all(true); }

struct TooLarge {
  const char* part;
  const char* mend;
  std::function<void(v1::OutputSelection&)> ask;
};

const TooLarge kTooLarge[] = {
    {"context 400", "send fewer tokens", [](v1::OutputSelection&) {}},
    {"head_context 480", "fewer of outputs.head_context heads",
     [](v1::OutputSelection& o) { o.mutable_head_context()->set_all(true); }},
    {"contributions 1600", "fewer of outputs.contributions heads",
     [](v1::OutputSelection& o) { o.mutable_contributions()->set_all(true); }},
    {"log_sum_exp 160", "send fewer tokens",
     [](v1::OutputSelection& o) { o.set_context(false), o.set_log_sum_exp(true); }},
    {"probabilities 800", "top_keys instead",
     [](v1::OutputSelection& o) { SelectAll(*o.mutable_probabilities()); }},
    {"scores 800", "fewer of outputs.scores",
     [](v1::OutputSelection& o) { SelectAll(*o.mutable_scores()); }},
    {"top_keys.keys 640", "a lower count",
     [](v1::OutputSelection& o) {
       SelectAll(*o.mutable_top_keys()->mutable_of());
       o.mutable_top_keys()->set_count(4);
     }},
    {"statistics 672", "fewer of outputs.statistics heads",
     [](v1::OutputSelection& o) { SelectAll(*o.mutable_statistics()); }},
};

TEST(ResponseSizeTest, TooLargeAResponseSaysWhatToAskInstead) {
  for (const TooLarge& c : kTooLarge) {
    v1::AttendRequest request = GoodRequest();
    c.ask(*request.mutable_outputs());
    const absl::Status status = Parse(request, {1000, 100}).status();
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument,
                                 AllOf(HasSubstr("at most 1000 bytes"), HasSubstr(c.part),
                                       HasSubstr(c.mend))));
    EXPECT_EQ(ReasonOf(status), RejectReason::kTooLarge) << c.part;
  }
}

// No count of bytes wraps round.
TEST(ResponseSizeTest, HugeResponsesAreHuge) {
  ParsedAttend parsed = *Parse(GoodRequest());
  const std::int64_t most = (std::int64_t{1} << 60) - 1;
  parsed.shapes.context = *Shape::Create({most});
  parsed.shapes.statistics = *Shape::Create({most});
  parsed.shapes.scores = *Shape::Create({most});
  parsed.shapes.probabilities = *Shape::Create({most});
  EXPECT_THAT(BoundResponseBytes(parsed, 4, std::int64_t{1} << 62),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("9223372036854775807")));
}

}  // namespace
}  // namespace headwise::testing
