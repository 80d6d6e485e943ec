#include "engine/checkpoint/output_path.h"

#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/file.h"

namespace headwise {
namespace {

namespace fs = std::filesystem;

absl::Status Refuse(const std::string& path, absl::string_view found) {
  return absl::PermissionDeniedError(absl::StrCat(
      Printable(FileName(path)),
      ": cannot create: expected a new name or a regular file to replace, found ", found));
}

}  // namespace

absl::StatusOr<std::string> OutputPath(const std::string& path) {
  std::error_code error;
  const fs::file_status itself = fs::symlink_status(path, error);
  if (itself.type() == fs::file_type::not_found || itself.type() == fs::file_type::none) {
    return path;  // whoever creates it tells what is wrong with the folder
  }
  if (itself.type() == fs::file_type::directory) return Refuse(path, "a folder");
  if (itself.type() != fs::file_type::regular && itself.type() != fs::file_type::symlink) {
    return Refuse(path, "a device or pipe");
  }
  if (itself.type() == fs::file_type::regular) return path;
  const fs::path target = fs::canonical(path, error);
  if (error) return Refuse(path, "a symbolic link that leads nowhere");
  if (!fs::is_regular_file(target, error)) {
    return Refuse(path, "a symbolic link to something else");
  }
  return target.string();
}

}  // namespace headwise
