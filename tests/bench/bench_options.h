// The command line of attention_bench, beside google-benchmark's.
#ifndef HEADWISE_TESTS_BENCH_BENCH_OPTIONS_H_
#define HEADWISE_TESTS_BENCH_BENCH_OPTIONS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace headwise::bench {

struct BenchOptions {
  enum class Mode { kPieces, kRatios, kServeShapes };
  Mode mode = Mode::kPieces;
  bool check = false;
  std::string only;       // rows whose name has this text
  int alternations = 31;  // with --check no fewer
  int threads = 0;        // 0: as many as the machine has processors
};

// Arguments without the program's name; --ratios or --serve-shapes comes first, anything else is
// google-benchmark's. INVALID_ARGUMENT names the argument.
absl::StatusOr<BenchOptions> ParseBenchOptions(const std::vector<std::string>& arguments);

}  // namespace headwise::bench

#endif  // HEADWISE_TESTS_BENCH_BENCH_OPTIONS_H_
