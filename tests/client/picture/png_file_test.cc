#include "client/picture/png_file.h"

#include <png.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::headwise::testing::TempFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A different colour for each pixel.
Canvas Colorful() {
  Canvas canvas(37, 5);
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      canvas.Set(x, y,
                 {static_cast<std::uint8_t>(x * 6), static_cast<std::uint8_t>(y * 50),
                  static_cast<std::uint8_t>(x ^ y)});
    }
  }
  return canvas;
}

struct Decoded {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::uint8_t> bytes;
};

Decoded Decode(const std::string& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&image, file.data(), file.size()), 0);
  image.format = PNG_FORMAT_RGB;
  Decoded decoded{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  EXPECT_NE(png_image_finish_read(&image, nullptr, decoded.bytes.data(), 0, nullptr), 0);
  return decoded;
}

std::string BytesOf(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

void ExpectSame(const Decoded& decoded, const Canvas& canvas) {
  ASSERT_EQ(decoded.width, static_cast<unsigned>(canvas.width()));
  ASSERT_EQ(decoded.height, static_cast<unsigned>(canvas.height()));
  for (std::size_t i = 0; i < canvas.pixels().size(); ++i) {
    const std::uint8_t* bytes = &decoded.bytes[3 * i];
    ASSERT_EQ((Color{bytes[0], bytes[1], bytes[2]}), canvas.pixels()[i]) << i;
  }
}

TEST(PngFileTest, DecodesToTheSamePixels) {
  const Canvas canvas = Colorful();
  const auto file = EncodePng(canvas);
  ASSERT_THAT(file, IsOk());
  ExpectSame(Decode(*file), canvas);
  const auto one = EncodePng(Canvas(1, 1));
  ASSERT_THAT(one, IsOk());
  ExpectSame(Decode(*one), Canvas(1, 1));
}

TEST(PngFileTest, EqualPicturesAreEqualBytes) {
  EXPECT_EQ(*EncodePng(Colorful()), *EncodePng(Colorful()));
}

TEST(PngFileTest, WritesAndReplacesFiles) {
  const TempFolder folder;
  const std::string path = folder.File("picture.png");
  ASSERT_THAT(WritePng(Canvas(9, 9), path), IsOk());
  ASSERT_THAT(WritePng(Colorful(), path), IsOk());
  ExpectSame(Decode(BytesOf(path)), Colorful());
}

TEST(PngFileTest, SaysThatItCannotWrite) {
  const TempFolder folder;
  EXPECT_THAT(WritePng(Canvas(1, 1), folder.File("missing/picture.png")),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       AllOf(StartsWith("picture.png: cannot create: No such file"),
                             Not(HasSubstr(folder.path())))));
  EXPECT_THAT(WritePng(Canvas(1, 1), folder.path()),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("cannot create")));
}

TEST(PngFileTest, LeavesNothingBehind) {
  const TempFolder folder;
  const std::string taken = folder.File("taken");
  ASSERT_TRUE(std::filesystem::create_directory(taken));
  EXPECT_THAT(WritePng(Canvas(1, 1), taken), Not(IsOk()));
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
    EXPECT_EQ(entry.path(), taken);
  }
  EXPECT_EQ(files, 1);
}

}  // namespace
}  // namespace headwise
