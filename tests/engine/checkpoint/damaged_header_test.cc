// A real file with a damaged header: an error or a file, never a crash.
#include <cstdint>
#include <filesystem>
#include <random>

#include "engine/checkpoint/safetensors_file.h"
#include "engine/checkpoint/safetensors_header.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::GoldenDir;
using ::headwise::testing::IsOk;
using ::headwise::testing::ReadWholeFile;
using ::headwise::testing::StatusIs;
using ::headwise::testing::TempDir;
using ::testing::HasSubstr;

class DamagedHeaderTest : public ::testing::Test {
 protected:
  DamagedHeaderTest() : bytes_(ReadWholeFile(GoldenDir("gpt2") + "/model.safetensors")) {
    for (int i = 7; i >= 0; --i) header_ = header_ * 256 + static_cast<unsigned char>(bytes_[i]);
  }

  std::string bytes_;
  std::size_t header_ = 0;  // its length
};

TEST_F(DamagedHeaderTest, CutShortAtEveryByteOfTheHeader) {
  const TempDir dir;
  const std::string path = dir.Write("m.safetensors", bytes_);
  ASSERT_THAT(SafetensorsFile::Open(path), IsOk());
  for (std::size_t size = 8 + header_ + 1; size-- > 0;) {
    std::filesystem::resize_file(path, size);
    ASSERT_THAT(SafetensorsFile::Open(path),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("m.safetensors: ")))
        << size;
  }
}

TEST_F(DamagedHeaderTest, CutShortInTheData) {
  const TempDir dir;
  const std::string path = dir.Write("m.safetensors", bytes_);
  for (std::size_t size = bytes_.size() - 1; size > 8 + header_; size -= 997) {
    std::filesystem::resize_file(path, size);
    ASSERT_THAT(SafetensorsFile::Open(path),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("it is cut short")));
    if (size < 8 + header_ + 997) break;
  }
}

// The property of a header that was taken: its entries lie in the data and fit their shapes.
void ExpectSound(const SafetensorsHeader& header, std::int64_t data_bytes) {
  std::int64_t position = 0;
  for (const TensorEntry& entry : header.tensors) {
    ASSERT_EQ(entry.begin, position);
    position = entry.end;
    if (!entry.dtype.has_value()) continue;
    ASSERT_EQ(entry.bytes(), entry.shape.elements() * ByteWidth(*entry.dtype));
  }
  ASSERT_EQ(position, data_bytes);
}

TEST_F(DamagedHeaderTest, TenThousandBitFlips) {
  std::mt19937 random(20240607);
  const std::string header = bytes_.substr(8, header_);
  const auto data_bytes = static_cast<std::int64_t>(bytes_.size() - 8 - header_);
  int accepted = 0;
  int refused = 0;
  for (int i = 0; i < 10000; ++i) {
    std::string damaged = header;
    for (unsigned flips = 1 + random() % 3; flips > 0; --flips) {
      damaged[random() % damaged.size()] ^= static_cast<char>(1u << (random() % 8));
    }
    const auto parsed = ParseSafetensorsHeader(damaged, data_bytes, "m");
    if (parsed.ok()) ExpectSound(*parsed, data_bytes);
    ++(parsed.ok() ? accepted : refused);
  }
  EXPECT_GT(accepted, 100);  // flips inside a name
  EXPECT_GT(refused, 1000);
}

TEST_F(DamagedHeaderTest, BitFlipsInTheLength) {
  const TempDir dir;
  for (int bit = 0; bit < 64; ++bit) {
    std::string damaged = bytes_;
    damaged[bit / 8] ^= static_cast<char>(1u << (bit % 8));
    EXPECT_THAT(SafetensorsFile::Open(dir.Write("m", damaged)),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("m: ")))
        << bit;
  }
}

}  // namespace
}  // namespace headwise
