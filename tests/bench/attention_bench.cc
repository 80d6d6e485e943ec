// attention_bench: google-benchmark over the engine's pieces; --help tells its flags.
// attention_bench --ratios [--check] [--only TEXT] [--alternations N]: the table of targets, one
// JSON object a line. --check exits with 1 if a whole interval falls short of its reach.
// attention_bench --serve-shapes [--threads N]: runs cores as stdin asks (serve_shapes.h).
#include <sysexits.h>

#include <iostream>
#include <string>
#include <vector>

#include "benchmark/benchmark.h"
#include "engine/parallel/cpu_budget.h"
#include "tests/bench/bench_options.h"
#include "tests/bench/ratio_rows.h"
#include "tests/bench/serve_shapes.h"

namespace headwise::bench {
namespace {

int Fail(absl::string_view message, int code) {
  std::cerr << "attention_bench: " << message << "\n";
  return code;
}

int RunRatios(Engine& engine, const BenchOptions& options) {
  Yardsticks yardsticks(CpuBudget());
  bool any = false;
  bool short_of_reach = false;
  for (const RatioRow& row : RatioRows(engine, yardsticks, options.alternations)) {
    if (row.name.find(options.only) == std::string::npos) continue;
    const Ratio ratio = row.measure();
    std::cout << ToJson(row, ratio) << std::endl;
    any = true;
    short_of_reach |= FallsShort(row, ratio);
  }
  if (!any) return Fail("--only: no row's name has this text", EX_USAGE);
  return options.check && short_of_reach ? 1 : 0;
}

int RunOnEngine(const BenchOptions& options) {
  auto engine = Engine::Create({options.threads});
  if (!engine.ok()) return Fail(engine.status().message(), EX_SOFTWARE);
  if (options.mode == BenchOptions::Mode::kRatios) return RunRatios(**engine, options);
  return ServeShapes(**engine, std::cin, std::cout);
}

int RunPieces(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return EX_USAGE;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int Main(int argc, char** argv) {
  const auto options = ParseBenchOptions(std::vector<std::string>(argv + 1, argv + argc));
  if (!options.ok()) return Fail(options.status().message(), EX_USAGE);
  if (options->mode == BenchOptions::Mode::kPieces) return RunPieces(argc, argv);
  return RunOnEngine(*options);
}

}  // namespace
}  // namespace headwise::bench

int main(int argc, char** argv) { return headwise::bench::Main(argc, argv); }
