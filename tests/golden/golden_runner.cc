// golden_runner [--grpc] DIR...: runs every case folder under each DIR through loader and engine,
// or through a server of its own, and prints the largest difference of each; the last line is
// "N passed, N failed". Exits 1 if a case failed or none was found.
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "tests/golden/engine_answerer.h"
#include "tests/golden/server_answerer.h"

namespace headwise::testing {
namespace {

struct Counts {
  int passed = 0;
  int failed = 0;
};

// Runs cases and remembers the first y of each group of cases that must agree.
class Runner {
 public:
  explicit Runner(GoldenAnswerer& answerer) : answerer_(answerer) {}

  void RunAllIn(const std::string& root) {
    const std::vector<std::string> folders = GoldenFolders(root);
    if (folders.empty()) {
      std::cerr << "golden_runner: " << root << " holds no case (a folder with case.json)\n";
      ++counts_.failed;
    }
    for (const std::string& folder : folders) RunOne(folder);
  }

  const Counts& counts() const { return counts_; }

 private:
  void RunOne(const std::string& folder) {
    GoldenResult result = CheckGoldenCase(answerer_, folder);
    if (result.passed() && !result.same_y_group.empty()) {
      const auto [first, is_first] = groups_.emplace(result.same_y_group, result);
      if (!is_first) result.failure = CompareSameY(first->second, result);
    }
    ++(result.passed() ? counts_.passed : counts_.failed);
    std::cout << absl::StreamFormat("%s %s", result.passed() ? "PASS" : "FAIL", folder);
    for (const auto& [what, difference] : result.differences) {
      std::cout << absl::StreamFormat("  %s %.2g", what, difference);
    }
    if (!result.passed()) std::cout << ": " << result.failure;
    std::cout << "\n";
  }

  GoldenAnswerer& answerer_;
  Counts counts_;
  std::map<std::string, GoldenResult> groups_;
};

int Main(bool grpc, const std::vector<std::string>& roots) {
  auto engine = Engine::Create();
  if (!engine.ok()) {
    std::cerr << "golden_runner: " << engine.status().message() << "\n";
    return 1;
  }
  std::unique_ptr<GoldenAnswerer> answerer;
  if (grpc) {
    answerer = std::make_unique<ServerAnswerer>(roots);
  } else {
    answerer = std::make_unique<EngineAnswerer>(**engine);
  }
  Runner runner(*answerer);
  for (const std::string& root : roots) runner.RunAllIn(root);
  const Counts& counts = runner.counts();
  std::cout << absl::StreamFormat("%d passed, %d failed\n", counts.passed, counts.failed);
  return counts.passed > 0 && counts.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace headwise::testing

int main(int argc, char** argv) {
  std::vector<std::string> roots(argv + 1, argv + argc);
  const bool grpc = !roots.empty() && roots[0] == "--grpc";
  if (grpc) roots.erase(roots.begin());
  if (roots.empty() || roots[0].substr(0, 2) == "--") {
    std::cerr << "usage: golden_runner [--grpc] DIR...\n";
    return 64;
  }
  return headwise::testing::Main(grpc, roots);
}
