#include "server/options/config_entries.h"

#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

// The one entry of `text`.
ConfigEntry Entry(absl::string_view text) {
  const auto entries = ReadConfigEntries(text);
  EXPECT_THAT(entries, IsOk()) << text;
  if (!entries.ok() || entries->size() != 1) return {};
  return entries->front();
}

TEST(ConfigEntriesTest, KeysComeInTheFilesOrder) {
  const auto entries = ReadConfigEntries("z = 1\r\n\n'c d' = 2 # x\n[t]\ny = 3\nb = 4\n");
  ASSERT_THAT(entries, IsOk());
  std::vector<std::string> seen;
  for (const ConfigEntry& entry : *entries) {
    seen.push_back(std::to_string(entry.line) + " " + entry.table + "." + entry.key);
  }
  EXPECT_THAT(seen, ElementsAre("1 .z", "3 .c d", "4 .t", "5 t.y", "6 t.b"));
}

TEST(ConfigEntriesTest, NothingIsNoEntry) {
  for (const char* text : {"", "\n", "# only\n  \t\r\n#a comment", "\xef\xbb\xbf", " "}) {
    EXPECT_THAT(*ReadConfigEntries(text), ElementsAre()) << text;
  }
}

TEST(ConfigEntriesTest, ReadsEachType) {
  EXPECT_THAT(Entry("k = \"a\\u00e9 # b\"").values, ElementsAre("a\xc3\xa9 # b"));
  EXPECT_EQ(Entry("k = ''").type, ConfigType::kString);
  EXPECT_THAT(Entry("k = -1_000").values, ElementsAre("-1000"));
  EXPECT_EQ(Entry("k = 12").type, ConfigType::kInteger);
  EXPECT_THAT(Entry("k = true").values, ElementsAre("true"));
  EXPECT_EQ(Entry("k = false").type, ConfigType::kBoolean);
  EXPECT_THAT(Entry("k = [ # first\n  \"a\",\n\n  'b', # second\n]\n").values,
              ElementsAre("a", "b"));
  EXPECT_EQ(Entry("k = []").type, ConfigType::kList);
  EXPECT_EQ(Entry("k = ['a', 1]").type, ConfigType::kMixedList);
  EXPECT_EQ(Entry("[k]").type, ConfigType::kTable);
  EXPECT_EQ(Entry("k = 1.5").type, ConfigType::kOther);
  EXPECT_EQ(Entry("k = 2024-05-01").type, ConfigType::kOther);
}

TEST(ConfigEntriesTest, ErrorsNameTheLineAndShowIt) {
  EXPECT_THAT(ReadConfigEntries("\nk = 5s"),
              StatusIs(kInvalid, AllOf(StartsWith("2: \"k = 5s\" is no TOML: "),
                                       HasSubstr("decimal integer"))));
  EXPECT_THAT(ReadConfigEntries("k = 1\n\nk = 1"), StatusIs(kInvalid, StartsWith("3: \"k = 1\"")));
  EXPECT_THAT(ReadConfigEntries("[t]\n[t]"), StatusIs(kInvalid, StartsWith("2: \"[t]\"")));
  EXPECT_THAT(ReadConfigEntries("k = '\xff'"), StatusIs(kInvalid, StartsWith("1: \"k = '\\377'")));
  EXPECT_THAT(ReadConfigEntries("k = " + std::string(100000, '[')),
              StatusIs(kInvalid, StartsWith("1: \"k = [")));
}

}  // namespace
}  // namespace headwise::testing
