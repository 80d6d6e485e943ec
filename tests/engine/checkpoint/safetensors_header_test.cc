#include "engine/checkpoint/safetensors_header.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

std::string Entry(absl::string_view dtype, absl::string_view shape, absl::string_view offsets) {
  return absl::StrCat(R"({"dtype":")", dtype, R"(","shape":)", shape, R"(,"data_offsets":)",
                      offsets, "}");
}

void ExpectRefused(absl::string_view text, std::int64_t data_bytes, const std::string& message) {
  EXPECT_THAT(ParseSafetensorsHeader(text, data_bytes, "m"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("m: " + message)))
      << text;
}

// One tensor "a" of F32 [2].
void ExpectEntryRefused(const std::string& entry, const std::string& message) {
  ExpectRefused(absl::StrCat("{\"a\":", entry, "}"), 8, message);
}

TEST(SafetensorsHeaderTest, ReadsTensorsInTheOrderOfTheirBytes) {
  const std::string text =
      absl::StrCat(R"({"b":)", Entry("F16", "[2,1]", "[8,12]"), R"(,"a":)",
                   Entry("F32", "[2]", "[0,8]"), R"(,"__metadata__":{"format":"pt"}}   )");
  const SafetensorsHeader header = ParseSafetensorsHeader(text, 12, "m").value();
  ASSERT_EQ(header.tensors.size(), 2u);
  EXPECT_EQ(header.tensors[0].name, "a");
  EXPECT_EQ(header.tensors[1].dtype, DType::kF16);
  EXPECT_EQ(header.tensors[1].shape.ToString(), "[2,1]");
  EXPECT_EQ(header.tensors[1].begin, 8);
  EXPECT_EQ(header.tensors[1].bytes(), 4);
  EXPECT_EQ(header.metadata.at("format"), "pt");
}

TEST(SafetensorsHeaderTest, EmptyTensorsScalarsAndNoTensorsAreLegal) {
  EXPECT_TRUE(ParseSafetensorsHeader("{}", 0, "m").ok());
  const std::string text = absl::StrCat(R"({"scalar":)", Entry("F64", "[]", "[0,8]"),
                                        R"(,"empty":)", Entry("F32", "[0,7]", "[8,8]"),
                                        R"(,"first":)", Entry("I8", "[0]", "[0,0]"), "}");
  const SafetensorsHeader header = ParseSafetensorsHeader(text, 8, "m").value();
  EXPECT_EQ(header.tensors[0].name, "first");
  EXPECT_EQ(header.tensors[1].shape.rank(), 0);
}

TEST(SafetensorsHeaderTest, NarrowTypesAreEntriesWithoutDType) {
  const std::string text = absl::StrCat(R"({"a":)", Entry("F4", "[3,2]", "[0,3]"), R"(,"b":)",
                                        Entry("F6_E2M3", "[4]", "[3,6]"), "}");
  const SafetensorsHeader header = ParseSafetensorsHeader(text, 6, "m").value();
  EXPECT_FALSE(header.tensors[0].dtype.has_value());
  EXPECT_EQ(header.tensors[0].dtype_name, "F4");
  EXPECT_EQ(header.tensors[1].dtype_name, "F6_E2M3");
}

TEST(SafetensorsHeaderTest, NarrowTypesMustFillTheirBytes) {
  ExpectEntryRefused(Entry("F4", "[3]", "[0,2]"),
                     "tensor \"a\": expected whole bytes, F4 [3] ends inside a byte");
  ExpectEntryRefused(Entry("F6_E3M2", "[4]", "[0,4]"),
                     "tensor \"a\": expected 3 bytes for F6_E3M2 [4], found 4");
}

TEST(SafetensorsHeaderTest, TextMustBeAJsonObjectInUtf8) {
  ExpectRefused("", 0, "expected a header that starts with '{', found an empty one");
  ExpectRefused(" {}", 0, "expected a header that starts with '{', found ' '");
  ExpectRefused("[]", 0, "expected a header that starts with '{', found '['");
  ExpectRefused("{\"\xff\":1}", 0, "expected a UTF-8 header, byte 2 of it is not");
  ExpectRefused(absl::string_view("{}\0", 3), 0, "expected a UTF-8 header, byte 2 of it is not");
  ExpectRefused("{", 0, "header is not valid JSON at byte 2");
  ExpectRefused("{} {}", 0, "header is not valid JSON at byte 4");
  ExpectRefused("{\"a\":\"\\ud800\"}", 0, "header is not valid JSON");
}

TEST(SafetensorsHeaderTest, EntriesMustHaveTheirFields) {
  ExpectEntryRefused("[]", "tensor \"a\": expected an object, found an array");
  ExpectEntryRefused("null", "tensor \"a\": expected an object, found null");
  ExpectEntryRefused("7", "tensor \"a\": expected an object, found 7");
  ExpectEntryRefused("{}", "tensor \"a\": dtype is missing");
  ExpectEntryRefused(R"({"dtype":"F32","shape":[2]})", "tensor \"a\": data_offsets is missing");
  ExpectEntryRefused(R"({"dtype":"F32","data_offsets":[0,8]})", "tensor \"a\": shape is missing");
  ExpectEntryRefused(R"({"dtype":"F32","stride":[1]})", "tensor \"a\": unknown field \"stride\"");
  ExpectEntryRefused(R"({"dtype":"F32","dtype":"F32"})", "tensor \"a\": dtype appears twice");
}

TEST(SafetensorsHeaderTest, FieldsMustHaveTheirTypes) {
  ExpectEntryRefused(R"({"dtype":1})", "tensor \"a\": dtype: expected a string, found 1");
  ExpectEntryRefused(R"({"dtype":["F32"]})",
                     "tensor \"a\": dtype: expected a string, found an array");
  ExpectEntryRefused(R"({"shape":2})",
                     "tensor \"a\": shape: expected an array of integers, found 2");
  ExpectEntryRefused(R"({"shape":{}})",
                     "tensor \"a\": shape: expected an array of integers, found an object");
  ExpectEntryRefused(R"({"data_offsets":true})",
                     "tensor \"a\": data_offsets: expected an array of integers, found true");
}

TEST(SafetensorsHeaderTest, NumbersMustBeIntegersOfInt64) {
  const std::string range = "tensor \"a\": shape: expected integers from 0 to 9223372036854775807";
  for (const char* bad : {"-1", "2.0", "1e3", "9223372036854775808", "99999999999999999999", "null",
                          "\"2\"", "[2]", "{}", "false"}) {
    ExpectEntryRefused(Entry("F32", absl::StrCat("[", bad, "]"), "[0,8]"), range);
  }
  ExpectEntryRefused(Entry("F32", "[2]", "[0,-8]"),
                     "tensor \"a\": data_offsets: expected integers from 0 to");
}

TEST(SafetensorsHeaderTest, BoundsDimensionsAndDepth) {
  std::string dims = "[1";
  for (int i = 0; i < 64; ++i) dims += ",1";
  ExpectEntryRefused(Entry("F32", dims + "]", "[0,4]"),
                     "tensor \"a\": shape: expected at most 64 values, found more");
  ExpectRefused("{\"a\":{\"shape\":" + std::string(1000000, '['), 0,
                "tensor \"a\": shape: expected integers");
}

TEST(SafetensorsHeaderTest, BytesMustFitTypeAndShape) {
  ExpectEntryRefused(Entry("F33", "[2]", "[0,8]"), "tensor \"a\": unknown dtype \"F33\"");
  ExpectEntryRefused(Entry("F32", "[3]", "[0,8]"),
                     "tensor \"a\": expected 12 bytes for F32 [3], found 8");
  ExpectEntryRefused(Entry("F32", "[2]", "[8,0]"),
                     "tensor \"a\": data_offsets: expected begin <= end, found [8,0]");
  ExpectEntryRefused(Entry("F32", "[2]", "[0,4,8]"),
                     "tensor \"a\": data_offsets: expected 2 values, found 3");
  ExpectEntryRefused(Entry("F32", "[4294967296,4294967296]", "[0,8]"),
                     "tensor \"a\": shape [4294967296,4294967296] has more elements than");
}

TEST(SafetensorsHeaderTest, TensorsMustFillTheData) {
  const std::string a = Entry("F32", "[2]", "[0,8]");
  const auto two = [&](absl::string_view offsets) {
    return absl::StrCat("{\"a\":", a, ",\"b\":", Entry("F32", "[1]", offsets), "}");
  };
  EXPECT_TRUE(ParseSafetensorsHeader(two("[8,12]"), 12, "m").ok());
  ExpectRefused(two("[12,16]"), 16,
                "tensor \"b\": expected to begin at 8, begins at 12; the bytes");
  ExpectRefused(two("[4,8]"), 8, "tensor \"b\": expected to begin at 8, begins at 4 and overlaps");
  ExpectRefused(two("[8,12]"), 11, "tensor \"b\": ends at 12, the file has 11 bytes of data");
  ExpectRefused(two("[8,12]"), 13, "expected 12 bytes of data, found 13; bytes are left over");
  ExpectRefused("{}", 1, "expected 0 bytes of data, found 1; bytes are left over");
}

TEST(SafetensorsHeaderTest, NamesComeOnce) {
  const std::string a = Entry("F32", "[0]", "[0,0]");
  ExpectRefused(absl::StrCat("{\"a\":", a, ",\"b\":", a, ",\"a\":", a, "}"), 0,
                "tensor \"a\": appears twice");
  ExpectRefused(R"({"__metadata__":{},"__metadata__":{}})", 0, "__metadata__ appears twice");
  ExpectRefused(R"({"__metadata__":{"k":"1","k":"2"}})", 0, "__metadata__ \"k\" appears twice");
}

TEST(SafetensorsHeaderTest, MetadataHoldsStrings) {
  ExpectRefused(R"({"__metadata__":"x"})", 0, "__metadata__: expected an object, found a string");
  ExpectRefused(R"({"__metadata__":{"k":1}})", 0, "__metadata__ \"k\": expected a string, found 1");
  ExpectRefused(R"({"__metadata__":{"k":{}}})", 0, "__metadata__ \"k\": expected a string");
}

TEST(SafetensorsHeaderTest, ErrorsStayOnOneShortLine) {
  const std::string name = std::string(5000, 'n') + "\\n";
  const absl::Status status = ParseSafetensorsHeader("{\"" + name + "\":1}", 0, "m").status();
  EXPECT_LT(status.message().size(), 300u);
  EXPECT_EQ(status.message().find('\n'), absl::string_view::npos);
}

}  // namespace
}  // namespace headwise
