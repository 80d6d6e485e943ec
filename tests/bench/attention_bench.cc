// attention_bench: google-benchmark over the engine's pieces.
// attention_bench --ratios [--check] [--only TEXT] [--alternations N]: the table of targets, one
// JSON object a line. --check exits with 1 if a whole interval falls short of its reach.
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

#include "benchmark/benchmark.h"
#include "engine/parallel/cpu_budget.h"
#include "tests/bench/ratio_rows.h"

namespace headwise::bench {
namespace {

struct Options {
  bool ratios = false;
  bool check = false;
  std::string only;
  int alternations = 31;
};

Options Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--ratios") == 0) options.ratios = true;
    if (std::strcmp(argv[i], "--check") == 0) options.check = true;
    if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) options.only = argv[i + 1];
    if (std::strcmp(argv[i], "--alternations") == 0 && i + 1 < argc) {
      options.alternations = std::max(5, std::atoi(argv[i + 1]));
    }
  }
  return options;
}

int RunRatios(const Options& options) {
  auto engine = Engine::Create();
  if (!engine.ok()) {
    std::cerr << "attention_bench: " << engine.status().message() << "\n";
    return 1;
  }
  Yardsticks yardsticks(CpuBudget());
  bool short_of_reach = false;
  for (const RatioRow& row : RatioRows(**engine, yardsticks, options.alternations)) {
    if (row.name.find(options.only) == std::string::npos) continue;
    const Ratio ratio = row.measure();
    std::cout << ToJson(row, ratio) << std::endl;
    short_of_reach |= FallsShort(row, ratio);
  }
  return options.check && short_of_reach ? 1 : 0;
}

}  // namespace
}  // namespace headwise::bench

int main(int argc, char** argv) {
  const auto options = headwise::bench::Parse(argc, argv);
  if (options.ratios) return headwise::bench::RunRatios(options);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 64;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
