#include "client/command/picture_file.h"

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"
#include "client/picture/png_file.h"
#include "engine/checkpoint/output_path.h"

namespace headwise {

CLI::Option* AddPictureOption(CLI::App& app, std::string& path, const std::string& description) {
  auto named = [](const std::string& value) -> std::string {
    return value.empty() ? "expected the name of a file, got nothing" : "";
  };
  return app.add_option("--png", path, description)
      ->type_name("FILE")
      ->check(CLI::Validator(named, "", "named"));
}

absl::Status WritePicture(const Canvas& canvas, const std::string& path) {
  const absl::StatusOr<std::string> file = OutputPath(path);
  const absl::Status status = file.ok() ? WritePng(canvas, *file) : file.status();
  if (status.ok()) return status;
  return WithExitCode(absl::Status(status.code(), absl::StrCat("--png: ", status.message())),
                      kExitCannotCreate);
}

}  // namespace headwise
