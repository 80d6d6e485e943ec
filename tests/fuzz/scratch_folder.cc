#include "tests/fuzz/scratch_folder.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "tests/fuzz/require.h"

namespace headwise::fuzz {
namespace {

std::string Place() {
  const std::string memory = "/dev/shm";
  std::error_code ignored;
  if (std::filesystem::is_directory(memory, ignored)) return memory;
  return std::filesystem::temp_directory_path().string();
}

}  // namespace

ScratchFolder::ScratchFolder() : path_(Place() + "/headwise_fuzz_XXXXXX") {
  Require(mkdtemp(path_.data()) != nullptr, "a temporary folder");
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void ScratchFolder::Write(const std::string& name, absl::string_view text,
                          std::int64_t zeros) const {
  std::ofstream file(File(name), std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  Require(file.good(), "a written file", name);
  std::error_code error;
  std::filesystem::resize_file(File(name), text.size() + static_cast<std::size_t>(zeros), error);
  Require(!error, "a longer file", name);
}

}  // namespace headwise::fuzz
