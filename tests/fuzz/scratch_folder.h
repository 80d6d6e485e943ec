// A folder for one input's files, in memory where the system has such a place.
#ifndef HEADWISE_TESTS_FUZZ_SCRATCH_FOLDER_H_
#define HEADWISE_TESTS_FUZZ_SCRATCH_FOLDER_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace headwise::fuzz {

// Made empty, removed with all it holds when destroyed. Thread-compatible.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string File(const std::string& name) const { return path_ + "/" + name; }
  // Replaces what was there; `zeros` more bytes follow the text.
  void Write(const std::string& name, absl::string_view text, std::int64_t zeros = 0) const;

 private:
  std::string path_;
};

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_SCRATCH_FOLDER_H_
