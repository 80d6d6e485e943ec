#include "client/command/npy.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/tensor/convert.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename T>
std::string Bytes(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

std::string Header(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

std::string File(int version, const std::string& header, const std::string& data) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    file += static_cast<char>(header.size() >> (8 * i));
  }
  return file + header + data;
}

std::vector<float> Floats(const Tensor& tensor) {
  std::vector<float> values(static_cast<std::size_t>(tensor.shape().elements()));
  WidenToFloat(tensor.dtype(), tensor.view().data(), tensor.shape().elements(), values.data());
  return values;
}

TEST(NpyTest, ReadsAllVersions) {
  for (int version : {1, 2, 3}) {
    const auto tensor =
        TensorFromNpy(File(version, Header("<f4", "(2, 3)"), Bytes<float>({1, 2, 3, 4, 5, 6})));
    ASSERT_TRUE(tensor.ok()) << version << tensor.status();
    EXPECT_EQ(tensor->dtype(), DType::kF32);
    EXPECT_EQ(tensor->shape().ToString(), "[2,3]");
    EXPECT_THAT(Floats(*tensor), ElementsAre(1, 2, 3, 4, 5, 6));
  }
}

TEST(NpyTest, ReordersFortranMatrices) {
  const auto tensor =
      TensorFromNpy(File(1, Header("<f4", "(2, 3)", true), Bytes<float>({1, 4, 2, 5, 3, 6})));
  EXPECT_THAT(Floats(*tensor), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(NpyTest, ReordersFortranCubes) {
  // Element [a,b,c] is 100*a + 10*b + c; a varies fastest in the file.
  std::vector<float> values;
  for (int c = 0; c < 2; ++c) {
    for (int b = 0; b < 3; ++b) {
      for (int a = 0; a < 2; ++a) values.push_back(static_cast<float>(100 * a + 10 * b + c));
    }
  }
  const auto tensor = TensorFromNpy(File(1, Header("<f4", "(2, 3, 2)", true), Bytes(values)));
  EXPECT_THAT(Floats(*tensor), ElementsAre(0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121));
}

TEST(NpyTest, KeepsHalves) {
  const auto tensor =
      TensorFromNpy(File(1, Header("<f2", "(2,)"), Bytes<std::uint16_t>({0x3c00, 0xc000})));
  EXPECT_EQ(tensor->dtype(), DType::kF16);
  EXPECT_THAT(Floats(*tensor), ElementsAre(1, -2));
}

TEST(NpyTest, KeepsOtherTypes) {
  EXPECT_EQ(TensorFromNpy(File(1, Header("<f8", "(2,)"), Bytes<double>({0.1, -3})))->dtype(),
            DType::kF64);
  EXPECT_EQ(TensorFromNpy(File(1, Header("<i4", "(1,)"), Bytes<std::int32_t>({1})))->dtype(),
            DType::kI32);
  EXPECT_EQ(TensorFromNpy(File(1, Header("<i8", "(1,)"), Bytes<std::int64_t>({1})))->dtype(),
            DType::kI64);
  EXPECT_EQ(TensorFromNpy(File(1, Header("|u1", "(1,)"), "\1"))->dtype(), DType::kU8);
  EXPECT_EQ(TensorFromNpy(File(1, Header("|b1", "(1,)"), "\1"))->dtype(), DType::kBool);
}

TEST(NpyTest, ReordersFortranOfFourDimensions) {
  const auto tensor = TensorFromNpy(
      File(1, Header("|u1", "(2, 1, 2, 2)", true), std::string("\0\4\2\6\1\5\3\7", 8)));
  ASSERT_TRUE(tensor.ok()) << tensor.status();
  for (int i = 0; i < 8; ++i) EXPECT_EQ(tensor->view().data()[i], static_cast<std::byte>(i));
}

struct BadFile {
  std::string bytes;
  const char* error;
};

TEST(NpyTest, SaysWhatIsWrong) {
  const std::string four = Bytes<float>({1});
  const BadFile cases[] = {
      {"", "expected a .npy file"},
      {"PK\x03\x04", "expected a .npy file"},
      {"\x93NUMP", "expected a .npy file"},
      {"\x93NUMPY", "no version"},
      {File(4, Header("<f4", "(1,)"), four), "expected .npy version 1 to 3, got 4"},
      {std::string("\x93NUMPY\x01\x00\x10", 9), "no header length"},
      {std::string("\x93NUMPY\x02\x00\x10\x00", 10), "no header length"},
      {File(1, Header("<f4", "(1,)"), four).substr(0, 20), "is cut short"},
      {std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12), "is cut short"},
      {File(1, "not a dict", four), "bad .npy header"},
      {File(1, Header(">f4", "(1,)"), four), "got '>f4'; save the array as x.astype('<f4')"},
      {File(1, Header("<u4", "(1,)"), four), "got '<u4'"},
      {File(1, Header("|O", "(1,)"), four), "got '|O'"},
      {File(1, Header("<f4", "(1, 1, 1, 1, 1)"), four), "at most four dimensions, got [1,1,1,1,1]"},
      {File(1, Header("<f4", "(2,)"), four), "expected 8 bytes of data for [2] of <f4, got 4"},
      {File(1, Header("<f4", "(1,)"), four + "x"), "expected 4 bytes of data"},
      {File(1, Header("<f4", "(4000000000, 4000000000)"), four), "[4000000000,4000000000]"},
  };
  for (const BadFile& bad : cases) {
    EXPECT_THAT(TensorFromNpy(bad.bytes),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(bad.error)));
  }
}

TEST(NpyTest, SurvivesEveryTruncation) {
  const std::string file = File(1, Header("<f4", "(2, 3)"), Bytes<float>({1, 2, 3, 4, 5, 6}));
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_THAT(TensorFromNpy(file.substr(0, size)),
                StatusIs(absl::StatusCode::kInvalidArgument, ::testing::Not("")));
  }
}

}  // namespace
}  // namespace headwise
