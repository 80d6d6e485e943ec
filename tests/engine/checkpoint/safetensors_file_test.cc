#include "engine/checkpoint/safetensors_file.h"

#include <filesystem>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::FloatBytes;
using ::headwise::testing::IsOk;
using ::headwise::testing::MakeSafetensors;
using ::headwise::testing::SafetensorsBytes;
using ::headwise::testing::StatusIs;
using ::headwise::testing::TempDir;
using ::testing::Eq;
using ::testing::HasSubstr;

class SafetensorsFileTest : public ::testing::Test {
 protected:
  void ExpectRefused(const std::string& bytes, const std::string& message) {
    EXPECT_THAT(SafetensorsFile::Open(dir_.Write("m.safetensors", bytes)),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("m.safetensors: expected " + message)));
  }

  SafetensorsFile TwoTensors() {
    return SafetensorsFile::Open(
               dir_.Write("m.safetensors",
                          MakeSafetensors({{"b", {2}, "F32", FloatBytes({1.5f, -2.0f})},
                                           {"a", {2, 1}, "U8", "\x07\x09"}})))
        .value();
  }

  TempDir dir_;
};

TEST_F(SafetensorsFileTest, FindsAndReadsTensors) {
  const SafetensorsFile file = TwoTensors();
  EXPECT_EQ(file.tensors().size(), 2u);
  EXPECT_EQ(file.Find("c"), nullptr);
  const Tensor b = file.ReadTensor("b").value();
  EXPECT_EQ(b.shape().ToString(), "[2]");
  EXPECT_EQ(b.floats()[0], 1.5f);
  EXPECT_EQ(b.floats()[1], -2.0f);
  EXPECT_EQ(file.ReadTensor("a")->view().data()[1], std::byte{9});
}

TEST_F(SafetensorsFileTest, EntriesSurviveAMove) {
  SafetensorsFile file = TwoTensors();
  const TensorEntry* entry = file.Find("b");
  const SafetensorsFile moved = std::move(file);
  EXPECT_EQ(moved.Find("b"), entry);
}

TEST_F(SafetensorsFileTest, ReadBytesStaysInsideTheTensor) {
  const SafetensorsFile file = TwoTensors();
  const TensorEntry& a = *file.Find("a");
  std::byte bytes[3] = {};
  EXPECT_THAT(file.ReadBytes(a, 1, absl::MakeSpan(bytes, 1)), IsOk());
  EXPECT_EQ(bytes[0], std::byte{9});
  EXPECT_THAT(
      file.ReadBytes(a, 1, absl::MakeSpan(bytes, 2)),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("a range inside its 2 bytes")));
  EXPECT_THAT(file.ReadBytes(a, -1, absl::MakeSpan(bytes, 1)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("got 1 bytes at -1")));
}

TEST_F(SafetensorsFileTest, AnUnknownTensorListsWhatIsThere) {
  EXPECT_THAT(TwoTensors().ReadTensor("x"),
              StatusIs(absl::StatusCode::kNotFound,
                       Eq("m.safetensors: no tensor \"x\"; the file holds a, b")));
}

TEST_F(SafetensorsFileTest, NarrowTensorsAreThereButNotReadable) {
  const std::string header = R"({"a":{"dtype":"F4","shape":[2],"data_offsets":[0,1]}})";
  const auto file = SafetensorsFile::Open(dir_.Write("m", SafetensorsBytes(header, "x")));
  ASSERT_THAT(file, IsOk());
  EXPECT_THAT(file->ReadTensor("a"), StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("F4")));
}

TEST_F(SafetensorsFileTest, ShortFiles) {
  ExpectRefused("", "a safetensors file, found an empty one");
  ExpectRefused("1234567", "at least 8 bytes for the header's length, found 7");
}

TEST_F(SafetensorsFileTest, WrongHeaderLengths) {
  ExpectRefused(std::string("\x01\xe1\xf5\x05\0\0\0\0{}", 10),
                "a header of at most 100000000 bytes, found a length of 100000001");
  ExpectRefused(std::string(8, '\xff') + "{}", "a header of at most 100000000 bytes");
  ExpectRefused(std::string("\x03\0\0\0\0\0\0\0{}", 10),
                "a header of 3 bytes, the file has 2 after its length; it is cut short");
  ExpectRefused(std::string(8, '\0'), "a header that starts with '{', found an empty one");
}

TEST_F(SafetensorsFileTest, OtherFormatsAreNamed) {
  ExpectRefused("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
                "a safetensors file, but this is a Git LFS pointer");
  ExpectRefused("PK\x03\x04" + std::string(60, 'x'),
                "a safetensors file, but this is a PyTorch pickle");
  ExpectRefused("\x80\x02}q" + std::string(60, 'x'),
                "a safetensors file, but this is a PyTorch pickle");
  ExpectRefused("GGUF\x03" + std::string(60, '\0'), "a safetensors file, but this is a GGUF file");
  ExpectRefused("\x93NUMPY\x01" + std::string(60, '\0'),
                "a safetensors file, but this is a NumPy file");
}

TEST_F(SafetensorsFileTest, AHeaderLengthThatLooksLikeAPickleIsFine) {
  std::string header = "{}";
  header.resize(0x80, ' ');
  EXPECT_THAT(SafetensorsFile::Open(dir_.Write("m", SafetensorsBytes(header))), IsOk());
}

TEST_F(SafetensorsFileTest, TruncatedAfterOpening) {
  const SafetensorsFile file = TwoTensors();
  std::filesystem::resize_file(dir_.File("m.safetensors"), 20);
  EXPECT_THAT(file.ReadTensor("b"), StatusIs(absl::StatusCode::kInvalidArgument,
                                             HasSubstr("when it was opened and has 20 now")));
}

TEST_F(SafetensorsFileTest, ReplacedAfterOpening) {
  const SafetensorsFile file = TwoTensors();
  dir_.Write("other", "something else");
  std::filesystem::rename(dir_.File("other"), dir_.File("m.safetensors"));
  EXPECT_EQ(file.ReadTensor("b")->floats()[0], 1.5f);
}

}  // namespace
}  // namespace headwise
