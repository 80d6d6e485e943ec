#include "client/picture/png_file.h"

#include <png.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

static_assert(sizeof(Color) == 3, "libpng reads the pixels as they lie");

png_image HeaderOf(const Canvas& canvas) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.format = PNG_FORMAT_RGB;
  image.width = static_cast<png_uint_32>(canvas.width());
  image.height = static_cast<png_uint_32>(canvas.height());
  return image;
}

absl::Status WriteError(const std::string& path, absl::string_view action, int error) {
  const absl::string_view name = absl::string_view(path).substr(path.rfind('/') + 1);
  const std::string text = absl::StrCat(name.empty() ? "it" : name, ": cannot ", action, ": ",
                                        std::generic_category().message(error),
                                        "; name a file in a folder that exists and may be written");
  return error == ENOSPC || error == EDQUOT ? absl::ResourceExhaustedError(text)
                                            : absl::PermissionDeniedError(text);
}

// 0, or the error's number.
int WriteNewFile(const std::string& bytes, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wbx");
  if (file == nullptr) return errno;
  errno = 0;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int write_error = written ? 0 : errno;
  const bool closed = std::fclose(file) == 0;
  if (written && closed) return 0;
  const int error = write_error != 0 ? write_error : errno;
  std::remove(path.c_str());
  return error != 0 ? error : EIO;
}

}  // namespace

absl::StatusOr<std::string> EncodePng(const Canvas& canvas) {
  // libpng's simplified interface jumps nowhere: it returns 0 and leaves a message.
  png_image image = HeaderOf(canvas);
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&image, bytes.data(), &size, /*convert_to_8bit=*/0,
                                canvas.pixels().data(), /*row_stride=*/0, nullptr) == 0) {
    return absl::InternalError(absl::StrCat("libpng: ", image.message));
  }
  bytes.resize(size);
  return bytes;
}

absl::Status WritePng(const Canvas& canvas, const std::string& path) {
  const absl::StatusOr<std::string> bytes = EncodePng(canvas);
  if (!bytes.ok()) return bytes.status();
  const std::string part = absl::StrCat(path, ".", getpid(), ".part");
  if (const int error = WriteNewFile(*bytes, part); error != 0) {
    return WriteError(path, "create", error);
  }
  if (std::rename(part.c_str(), path.c_str()) != 0) {
    const int error = errno;
    std::remove(part.c_str());
    return WriteError(path, "create", error);
  }
  return absl::OkStatus();
}

}  // namespace headwise
