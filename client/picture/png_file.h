// PNG files. The only file that knows libpng.
#ifndef HEADWISE_CLIENT_PICTURE_PNG_FILE_H_
#define HEADWISE_CLIENT_PICTURE_PNG_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/picture/canvas.h"

namespace headwise {

// The bytes of a PNG file, 8 bits a channel. INTERNAL with libpng's text. Thread-safe.
absl::StatusOr<std::string> EncodePng(const Canvas& canvas);

// Writes the file, in place of one that is there. On an error nothing is left behind and an older
// file stays; texts name the file without its folder. Thread-safe.
absl::Status WritePng(const Canvas& canvas, const std::string& path);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_PNG_FILE_H_
