// attention_bench: google-benchmark over the engine's pieces.
// attention_bench --ratios [--check] [--only TEXT] [--alternations N]: the table of targets, one
// JSON object a line. --check exits with 1 if a whole interval falls short of its reach.
// attention_bench --serve-shapes [--threads N]: runs cores as stdin asks (serve_shapes.h).
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

#include "benchmark/benchmark.h"
#include "engine/parallel/cpu_budget.h"
#include "tests/bench/ratio_rows.h"
#include "tests/bench/serve_shapes.h"

namespace headwise::bench {
namespace {

struct Options {
  bool ratios = false;
  bool check = false;
  std::string only;
  int alternations = 31;
  bool serve_shapes = false;
  int threads = 0;
};

Options Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--ratios") == 0) options.ratios = true;
    if (std::strcmp(argv[i], "--check") == 0) options.check = true;
    if (std::strcmp(argv[i], "--serve-shapes") == 0) options.serve_shapes = true;
    if (std::strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
      options.threads = std::atoi(argv[i + 1]);
    }
    if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) options.only = argv[i + 1];
    if (std::strcmp(argv[i], "--alternations") == 0 && i + 1 < argc) {
      options.alternations = std::max(5, std::atoi(argv[i + 1]));
    }
  }
  return options;
}

int RunRatios(Engine& engine, const Options& options) {
  Yardsticks yardsticks(CpuBudget());
  bool short_of_reach = false;
  for (const RatioRow& row : RatioRows(engine, yardsticks, options.alternations)) {
    if (row.name.find(options.only) == std::string::npos) continue;
    const Ratio ratio = row.measure();
    std::cout << ToJson(row, ratio) << std::endl;
    short_of_reach |= FallsShort(row, ratio);
  }
  return options.check && short_of_reach ? 1 : 0;
}

int RunOnEngine(const Options& options) {
  auto engine = Engine::Create({options.serve_shapes ? options.threads : 0});
  if (!engine.ok()) {
    std::cerr << "attention_bench: " << engine.status().message() << "\n";
    return 1;
  }
  if (options.serve_shapes) return ServeShapes(**engine, std::cin, std::cout);
  return RunRatios(**engine, options);
}

}  // namespace
}  // namespace headwise::bench

int main(int argc, char** argv) {
  const auto options = headwise::bench::Parse(argc, argv);
  if (options.ratios || options.serve_shapes) return headwise::bench::RunOnEngine(options);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 64;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
