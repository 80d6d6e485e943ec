#include "engine/checkpoint/safetensors_writer.h"

#include <cstdint>
#include <cstring>
#include <filesystem>

#include "engine/checkpoint/safetensors_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::ReadWholeFile;
using ::headwise::testing::StatusIs;
using ::headwise::testing::TempDir;
using ::testing::HasSubstr;

Tensor Counting(DType dtype, absl::Span<const std::int64_t> dims) {
  Tensor tensor(dtype, Shape::Create(dims).value());
  for (std::int64_t i = 0; i < tensor.view().bytes(); ++i) {
    tensor.mutable_view().data()[i] = static_cast<std::byte>(i);
  }
  return tensor;
}

std::size_t FilesIn(const TempDir& dir) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
    files += entry.exists() ? 1 : 0;
  }
  return files;
}

class SafetensorsWriterTest : public ::testing::Test {
 protected:
  void ExpectRefused(absl::Span<const NamedTensor> tensors, const std::string& message) {
    EXPECT_THAT(WriteSafetensors(path_, tensors),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
    EXPECT_EQ(FilesIn(dir_), 0u);
  }

  TempDir dir_;
  std::string path_ = dir_.File("out.safetensors");
  Tensor tensor_ = Counting(DType::kF32, {2, 3});
};

TEST_F(SafetensorsWriterTest, RoundTrip) {
  const Tensor half = Counting(DType::kBF16, {5});
  const Tensor scalar = Counting(DType::kI64, {});
  const Tensor empty = Counting(DType::kF32, {0, 4});
  ASSERT_THAT(WriteSafetensors(path_,
                               {{"x\"\n\xc3\xa9", tensor_.view()},
                                {"half", half.view()},
                                {"scalar", scalar.view()},
                                {"empty", empty.view()}},
                               {{"format", "pt"}, {"text", "a \"b\""}}),
              IsOk());
  const SafetensorsFile file = SafetensorsFile::Open(path_).value();
  const Tensor read = file.ReadTensor("x\"\n\xc3\xa9").value();
  EXPECT_EQ(read.shape(), tensor_.shape());
  EXPECT_EQ(std::memcmp(read.view().data(), tensor_.view().data(), 24), 0);
  EXPECT_EQ(file.ReadTensor("half")->dtype(), DType::kBF16);
  EXPECT_EQ(file.ReadTensor("scalar")->shape().rank(), 0);
  EXPECT_EQ(file.ReadTensor("empty")->shape().ToString(), "[0,4]");
  EXPECT_EQ(file.metadata().at("text"), "a \"b\"");
}

TEST_F(SafetensorsWriterTest, AlignsHeaderAndTensors) {
  const Tensor bytes = Counting(DType::kU8, {3});
  const Tensor wide = Counting(DType::kF64, {1});
  ASSERT_THAT(
      WriteSafetensors(
          path_,
          {{"a", bytes.view()}, {"c", tensor_.view()}, {"b", tensor_.view()}, {"z", wide.view()}}),
      IsOk());
  EXPECT_EQ(static_cast<unsigned char>(ReadWholeFile(path_)[0]) % 8, 0);
  std::vector<std::string> order;
  const SafetensorsFile file = SafetensorsFile::Open(path_).value();
  for (const TensorEntry& entry : file.tensors()) order.push_back(entry.name);
  EXPECT_THAT(order, ::testing::ElementsAre("z", "b", "c", "a"));
}

TEST_F(SafetensorsWriterTest, NoTensorsIsAFileToo) {
  ASSERT_THAT(WriteSafetensors(path_, {}), IsOk());
  EXPECT_EQ(ReadWholeFile(path_), std::string("\x08\0\0\0\0\0\0\0{}      ", 16));
}

TEST_F(SafetensorsWriterTest, ReplacesAFileAndLeavesNothingElse) {
  dir_.Write("out.safetensors", "old");
  ASSERT_THAT(WriteSafetensors(path_, {{"a", tensor_.view()}}), IsOk());
  EXPECT_THAT(SafetensorsFile::Open(path_), IsOk());
  EXPECT_EQ(FilesIn(dir_), 1u);
}

TEST_F(SafetensorsWriterTest, RefusesBadNamesAndAbsentTensors) {
  ExpectRefused({{"a", tensor_.view()}, {"a", tensor_.view()}},
                "expected one of that name, got two");
  ExpectRefused({{"__metadata__", tensor_.view()}}, "expected a name in UTF-8 other than");
  ExpectRefused({{"\xff", tensor_.view()}}, "tensor \"\\xff\": expected a name in UTF-8");
  ExpectRefused({{"a", TensorView()}}, "tensor \"a\": expected bytes, got none");
}

TEST_F(SafetensorsWriterTest, RefusesMetadataThatIsNotText) {
  EXPECT_THAT(WriteSafetensors(path_, {}, {{"k", "\xff"}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("__metadata__ \"k\"")));
}

TEST_F(SafetensorsWriterTest, AMissingFolderIsNotFound) {
  EXPECT_THAT(WriteSafetensors(dir_.File("none/out"), {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("out: cannot create")));
}

TEST_F(SafetensorsWriterTest, AFolderInTheWayLeavesNothingBehind) {
  std::filesystem::create_directory(path_);
  EXPECT_THAT(WriteSafetensors(path_, {}),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("found a folder")));
  EXPECT_EQ(FilesIn(dir_), 1u);
}

}  // namespace
}  // namespace headwise
