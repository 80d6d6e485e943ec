#include "client/command/npy_header.h"

#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ParseNpyHeaderTest, AsNumpyWritesIt) {
  const auto header =
      ParseNpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }       \n");
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_EQ(header->descr, "<f4");
  EXPECT_FALSE(header->fortran_order);
  EXPECT_THAT(header->shape, ElementsAre(3, 4));
}

TEST(ParseNpyHeaderTest, InOtherSpellings) {
  const auto header = ParseNpyHeader("{\"shape\":(5L,),\"fortran_order\":True,\"descr\":\"<f8\"}");
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_EQ(header->descr, "<f8");
  EXPECT_TRUE(header->fortran_order);
  EXPECT_THAT(header->shape, ElementsAre(5));
}

TEST(ParseNpyHeaderTest, ShapeOfAScalar) {
  EXPECT_THAT(ParseNpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': ()}")->shape,
              IsEmpty());
}

struct BadHeader {
  const char* text;
  const char* error;
};

TEST(ParseNpyHeaderTest, SaysWhatIsWrong) {
  const BadHeader cases[] = {
      {"", "expected {"},
      {"[1]", "expected {"},
      {"{", "expected 'key': value"},
      {"{}", "expected the keys"},
      {"{descr: '<f4'}", "expected 'key': value"},
      {"{'descr' '<f4'}", "expected 'key': value"},
      {"{'descr", "expected 'key': value"},
      {"{'descr': '<f4'", "expected , or }"},
      {"{'descr': '<f4' 'shape': (1,)}", "expected , or }"},
      {"{'descr': '<f4',, }", "expected 'key': value"},
      {"{'descr': '<f4', 'descr': '<f4'}", "key 'descr' comes twice"},
      {"{'descr': '<f4', 'order': False}", "unknown key 'order'"},
      {"{'descr': [('x', '<f4')]}", "descr: expected a plain type"},
      {"{'descr': '<f4}", "descr: expected a plain type"},
      {"{'fortran_order': 0}", "fortran_order: expected True or False"},
      {"{'fortran_order': true}", "fortran_order: expected True or False"},
      {"{'shape': [3, 4]}", "shape: expected ("},
      {"{'shape': 3}", "shape: expected ("},
      {"{'shape': (-3,)}", "shape: expected whole numbers"},
      {"{'shape': (3.0,)}", "shape: expected , or )"},
      {"{'shape': (3 4)}", "shape: expected , or )"},
      {"{'shape': (3, 4", "shape: expected , or )"},
      {"{'shape': (,)}", "shape: expected whole numbers"},
      {"{'shape': (99999999999999999999,)}", "shape: expected whole numbers"},
      {"{'descr': '<f4', 'shape': (1,)}", "expected the keys"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", "text after the closing }"},
  };
  for (const BadHeader& bad : cases) {
    EXPECT_THAT(ParseNpyHeader(bad.text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(bad.error)))
        << bad.text;
  }
}

}  // namespace
}  // namespace headwise
