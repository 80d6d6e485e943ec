// A folder of a test's own, so that tests may run side by side.
#ifndef HEADWISE_TESTS_SUPPORT_TEMP_FOLDER_H_
#define HEADWISE_TESTS_SUPPORT_TEMP_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "gtest/gtest.h"

namespace headwise::testing {

// Made empty, removed with all it holds when destroyed.
class TempFolder {
 public:
  TempFolder() : path_(::testing::TempDir() + "/headwise_XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SUPPORT_TEMP_FOLDER_H_
