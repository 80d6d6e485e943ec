#include "server/convert/wire_bounds.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "headwise/v1/attention.pb.h"
#include "server/admit/reject_reason.h"
#include "server/convert/parse_message.h"
#include "tests/server/convert/wire_format.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kTokens = 1000;
const std::size_t kBound = static_cast<std::size_t>(MostBytesBesideData(kTokens));

absl::Status Check(const std::string& bytes) {
  return CheckBytesBesideData(ToBytes(bytes), kTokens, AttendDataPaths());
}
absl::Status CheckCore(const std::string& bytes) {
  return CheckBytesBesideData(ToBytes(bytes), kTokens, CoreDataPaths());
}
std::string Input(const std::string& fields) { return Delimited(3, fields); }
std::string Mask(const std::string& fields) { return Delimited(16, fields); }
std::string Data(std::size_t size) { return Delimited(3, std::string(size, '\0')); }

TEST(WireBoundsTest, DataMayBeOfAnySize) {
  const std::string shape = Delimited(2, Varint(50) + Varint(1000000));
  const std::string request = Delimited(1, "demo") + Input(shape + Data(20 * kBound)) + Tag(8, 0);
  EXPECT_THAT(Check(request + Varint(1)), IsOk());
  EXPECT_THAT(Check(Input(Data(2 * kBound)) + Input(Data(2 * kBound))), IsOk());
}

TEST(WireBoundsTest, EveryTensorsDataMayBe) {
  const std::string data = Data(2 * kBound);
  const std::string mask = Delimited(2, data);
  EXPECT_THAT(Check(Delimited(24, data) + Delimited(25, data) + Mask(mask) + Mask(mask)), IsOk());
  EXPECT_THAT(CheckCore(Delimited(1, data) + Delimited(2, data) + Delimited(3, data) +
                        Delimited(5, mask) + Delimited(5, mask)),
              IsOk());
}

// Each method has its own places for data.
TEST(WireBoundsTest, DataInTheOtherMessagesPlaceCounts) {
  const std::string data = Data(2 * kBound);
  EXPECT_FALSE(Check(Delimited(1, data)).ok());
  EXPECT_FALSE(Check(Delimited(5, Delimited(2, data))).ok());
  EXPECT_FALSE(CheckCore(Delimited(24, data)).ok());
  EXPECT_FALSE(CheckCore(Mask(Delimited(2, data))).ok());
  EXPECT_FALSE(Check(Mask(data)).ok());  // a mask's own field 3
  EXPECT_FALSE(Check(Mask(Delimited(2, Delimited(3, "") + Delimited(4, data)))).ok());
  EXPECT_FALSE(Check(Input(Delimited(2, data))).ok());
}

TEST(WireBoundsTest, WhatBlowsUpTheCoreIsRefused) {
  const std::string ones(kBound, '\x01');
  const std::string groups = Repeated(Tag(15, 3) + Tag(15, 4), kBound + 1);
  for (const std::string& bytes :
       {Delimited(4, ones), Delimited(10, ones), Delimited(11, ones), groups,
        Repeated(Tag(4, 0) + '\x01', kBound + 1), Repeated(Delimited(5, ""), kBound + 1),
        Delimited(1, Delimited(2, ones)), Delimited(3, groups),
        Delimited(13, Delimited(9, Delimited(2, ones)))}) {
    EXPECT_EQ(ReasonOf(CheckCore(bytes)), RejectReason::kTooLarge) << bytes.size();
  }
}

// A position for each token and a row for each token of every map, one at a time, are what the
// limit allows.
TEST(WireBoundsTest, TheLongestHonestListsPass) {
  constexpr int kFarthest = (1 << 24) - 1;
  std::string positions;
  for (int i = 0; i < kTokens; ++i) positions += Tag(17, 0) + Varint(kFarthest);
  std::string rows;
  for (int i = 0; i < kTokens; ++i) rows += Tag(2, 0) + Varint(kTokens);
  const std::string maps = Delimited(4, rows) + Delimited(7, rows) +
                           Delimited(8, Delimited(1, rows)) + Delimited(9, rows);
  EXPECT_THAT(Check(positions + Delimited(9, maps) + Input(Data(2 * kBound))), IsOk());
}

TEST(WireBoundsTest, WhatBlowsUpInMemoryIsRefused) {
  const std::string ones(kBound, '\x01');
  const std::string groups = Repeated(Tag(15, 3) + Tag(15, 4), kBound + 1);
  for (const std::string& bytes : {Delimited(4, ones),
                                   Input(Delimited(2, ones)),
                                   Delimited(9, Delimited(2, ones)),
                                   Delimited(9, Delimited(4, Delimited(2, ones))),
                                   Repeated(Tag(4, 0) + '\x01', kBound + 1),
                                   Repeated(Delimited(100, ""), kBound + 1),
                                   groups,
                                   Input(groups),
                                   Input(Data(9)) + groups,
                                   Delimited(1, std::string(kBound, 'a')),
                                   Repeated(Input(""), kBound + 1),
                                   Delimited(17, ones),
                                   Delimited(26, ones),
                                   Repeated(Tag(17, 0) + '\x01', kBound + 1),
                                   Repeated(Tag(26, 0) + '\x01', kBound + 1),
                                   Repeated(Mask(""), kBound + 1),
                                   Repeated(Mask(Delimited(2, "")), kBound + 1),
                                   Mask(Delimited(2, Delimited(2, ones))),
                                   Mask(groups),
                                   Delimited(24, Delimited(2, ones)),
                                   Delimited(25, groups),
                                   Delimited(9, Delimited(7, Delimited(2, ones))),
                                   Delimited(9, Delimited(8, Delimited(1, Delimited(2, ones))))}) {
    const absl::Status status = Check(bytes);
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument,
                                 HasSubstr("request: expected at most 89536 bytes beside")));
    EXPECT_EQ(ReasonOf(status), RejectReason::kTooLarge);
  }
}

// Data elsewhere is not the input's.
TEST(WireBoundsTest, OnlyTheInputsDataIsFree) {
  const std::string data = Data(kBound);
  for (const std::string& bytes :
       {data + "", Delimited(4, data), Input(Delimited(4, data)), Delimited(2, Input(data))}) {
    EXPECT_EQ(Check(bytes).ok(), bytes == data) << bytes.size();
  }
}

// The parser would read what is there of a list that claims more.
TEST(WireBoundsTest, AListThatClaimsMoreThanThereIsIsRefused) {
  const std::string ones(2 * kBound, '\x01');
  for (const std::uint64_t claimed : {std::uint64_t{1} << 30, std::uint64_t{3} * kBound}) {
    EXPECT_FALSE(Check(Tag(4, 2) + Varint(claimed) + ones).ok()) << claimed;
    EXPECT_FALSE(Check(Tag(3, 2) + Varint(claimed) + Delimited(2, ones)).ok()) << claimed;
  }
}

// What the walk gives up on, the parser must give up on.
TEST(WireBoundsTest, FaultsAreLeftToTheParser) {
  const std::string rest = Repeated(Tag(15, 3) + Tag(15, 4), 2 * kBound);
  const std::string data = Input(Data(3 * kBound));
  v1::AttendRequest message;
  for (const std::string& bytes :
       {std::string("\x07") + rest, std::string("\x06") + rest, std::string("\x02\x00") + rest,
        std::string(11, '\xff') + rest, Tag(4, 0) + std::string(11, '\xff') + rest,
        Tag(3, 2) + Varint(10) + Data(100) + rest, Tag(3, 2) + Varint(1 << 30) + Data(3 * kBound),
        Input(Tag(3, 2) + Varint(1 << 30) + std::string(3 * kBound, 'x')) + rest,
        data.substr(0, data.size() / 2), std::string(1, '\0') + rest}) {
    const bool passed = Check(bytes).ok();
    EXPECT_FALSE(passed && ParseMessage(ToBytes(bytes), message).ok()) << bytes.size();
  }
}

TEST(WireBoundsTest, ManyAndSmallSlicesAreWalkedToo) {
  const std::string good = Delimited(1, "demo") + Input(Data(2 * kBound));
  const std::string bad = good + Repeated(Delimited(100, ""), kBound + 1);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
    for (const std::string& bytes : {good, bad}) {
      std::vector<grpc::Slice> slices;
      for (std::size_t i = 0; i < bytes.size(); i += step)
        slices.emplace_back(bytes.substr(i, step));
      const grpc::ByteBuffer buffer(slices.data(), slices.size());
      EXPECT_EQ(CheckBytesBesideData(buffer, kTokens, AttendDataPaths()).ok(), bytes == good)
          << step;
    }
  }
}

TEST(WireBoundsTest, TheBoundNeverOverflows) {
  EXPECT_EQ(MostBytesBesideData(std::numeric_limits<std::int64_t>::max()),
            std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(MostBytesBesideData(32768), 851968);
}

}  // namespace
}  // namespace headwise::testing
