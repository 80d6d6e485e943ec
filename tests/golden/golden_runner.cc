// golden_runner DIR...: runs every case folder under each DIR and prints the largest difference
// of each; the last line is "N passed, N failed, N skipped". Exits 1 if a case failed or none was
// found.
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "tests/golden/golden_check.h"

namespace headwise::testing {
namespace {

constexpr const char* kWords[] = {"PASS", "FAIL", "SKIP"};

void Print(const std::string& folder, const GoldenResult& result) {
  std::cout << absl::StreamFormat("%s %s", kWords[static_cast<int>(result.verdict)], folder);
  for (const auto& [what, difference] : result.differences) {
    std::cout << absl::StreamFormat("  %s %.2g", what, difference);
  }
  if (!result.reason.empty()) std::cout << ": " << result.reason;
  std::cout << "\n";
}

int Main(const std::vector<std::string>& roots) {
  auto engine = Engine::Create();
  if (!engine.ok()) {
    std::cerr << "golden_runner: " << engine.status().message() << "\n";
    return 1;
  }
  int counts[3] = {};
  for (const std::string& root : roots) {
    const std::vector<std::string> folders = GoldenFolders(root);
    if (folders.empty()) {
      std::cerr << "golden_runner: " << root << " holds no case (a folder with case.json)\n";
      ++counts[static_cast<int>(Verdict::kFailed)];
    }
    for (const std::string& folder : folders) {
      const GoldenResult result = CheckGoldenCase(**engine, folder);
      ++counts[static_cast<int>(result.verdict)];
      Print(folder, result);
    }
  }
  std::cout << absl::StreamFormat("%d passed, %d failed, %d skipped\n", counts[0], counts[1],
                                  counts[2]);
  return counts[0] > 0 && counts[1] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace headwise::testing

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: golden_runner DIR...\n";
    return 64;
  }
  return headwise::testing::Main({argv + 1, argv + argc});
}
