#include "server/convert/attend_response.h"

#include <cstdint>

#include "tests/server/convert/response_fixture.h"

namespace headwise::testing {
namespace {

using AttendResponseTest = ResponseTest;

TEST_F(AttendResponseTest, StatisticsAreAListSequenceAfterSequence) {
  Make(RequestOfEverything());
  const v1::AttendResponse response = Decode();
  ASSERT_EQ(response.statistics_size(), 4);
  const int sequences[] = {0, 0, 1, 1};
  const int heads[] = {3, 1, 3, 1};
  for (int i = 0; i < 4; ++i) {
    const v1::HeadStatistics& statistics = response.statistics(i);
    EXPECT_EQ(statistics.sequence(), sequences[i]);
    EXPECT_EQ(statistics.head(), heads[i]);
    EXPECT_EQ(statistics.entropy(), i * 6);
    EXPECT_EQ(statistics.largest_weight(), i * 6 + 1);
    EXPECT_EQ(statistics.mean_distance(), i * 6 + 2);
    EXPECT_EQ(statistics.first_token(), i * 6 + 3);
    EXPECT_EQ(statistics.diagonal(), i * 6 + 4);
    EXPECT_EQ(statistics.rows(), i * 6 + 5);
  }
}

TEST_F(AttendResponseTest, TheCoresContextIsEveryHeads) {
  v1::AttendCoreRequest request = GoodCore();
  *request.mutable_outputs() = RequestOfEverything().outputs();
  request.mutable_outputs()->clear_head_context();
  request.mutable_outputs()->clear_contributions();
  MakeCore(request);
  const v1::AttendCoreResponse r = DecodeCore();
  constexpr v1::DataType kF32 = v1::DATA_TYPE_F32;
  ExpectTensor(r.context(), {2, 4, 5, 7}, kF32, 2 * 4 * 5 * 7 * 4, 'h');
  ExpectTensor(r.log_sum_exp(), {2, 4, 5}, kF32, 2 * 4 * 5 * 4, 'l');
  ExpectTensor(r.probabilities().tensor(), {2, 1, 5, 3}, kF32, 2 * 5 * 3 * 4, 'p');
  ExpectTensor(r.scores().tensor(), {2, 1, 2, 3}, kF32, 2 * 2 * 3 * 4, 's');
  ExpectTensor(r.top_keys().keys(), {2, 1, 5, 3}, v1::DATA_TYPE_I32, 2 * 5 * 3 * 4, 'k');
  ExpectTensor(r.top_keys().weights(), {2, 1, 5, 3}, kF32, 2 * 5 * 3 * 4, 'w');
  EXPECT_EQ(r.statistics_size(), 4);
  EXPECT_EQ(r.timings().head_ns_size(), 4);
  EXPECT_EQ(r.request_id(), "id-1");
  EXPECT_LE(static_cast<std::int64_t>(bytes_.size()), parsed_.response_bytes);
}

TEST_F(AttendResponseTest, TheRotaryLengthIsTold) {
  Make(GoodRequest(), RotarySpec());
  EXPECT_EQ(Decode().rope_length(), 5);
  Make(GoodRequest());
  EXPECT_EQ(Decode().rope_length(), 0);
}

}  // namespace
}  // namespace headwise::testing
