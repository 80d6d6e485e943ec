// The option --png and its files.
#ifndef HEADWISE_CLIENT_COMMAND_PICTURE_FILE_H_
#define HEADWISE_CLIENT_COMMAND_PICTURE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "client/picture/canvas.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace headwise {

// Adds the option, which takes no empty name and writes to `path`.
CLI::Option* AddPictureOption(CLI::App& app, std::string& path, const std::string& description);

// Errors start with --png and have kExitCannotCreate; nothing is left behind. Thread-safe.
absl::Status WritePicture(const Canvas& canvas, const std::string& path);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_PICTURE_FILE_H_
