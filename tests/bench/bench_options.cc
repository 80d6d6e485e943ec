#include "tests/bench/bench_options.h"

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace headwise::bench {
namespace {

// An interval of the median at 95 % needs 6; targets are told by 31.
constexpr int kLeastAlternations = 6;
constexpr int kLeastForCheck = 31;

absl::Status SetNumber(const std::string& flag, const std::string& text, int least, int& number) {
  if (absl::SimpleAtoi(text, &number) && number >= least) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(flag, ": expected a number of at least ", least, ", got '", text, "'"));
}

absl::Status SetValue(const std::string& flag, const std::string& value, BenchOptions& options) {
  if (options.mode == BenchOptions::Mode::kServeShapes) {
    return SetNumber(flag, value, 1, options.threads);
  }
  if (flag == "--alternations") {
    return SetNumber(flag, value, kLeastAlternations, options.alternations);
  }
  options.only = value;
  return absl::OkStatus();
}

bool TakesValue(const std::string& flag, BenchOptions::Mode mode) {
  if (mode == BenchOptions::Mode::kServeShapes) return flag == "--threads";
  return flag == "--only" || flag == "--alternations";
}

}  // namespace

absl::StatusOr<BenchOptions> ParseBenchOptions(const std::vector<std::string>& arguments) {
  BenchOptions options;
  if (arguments.empty()) return options;
  if (arguments[0] == "--ratios") options.mode = BenchOptions::Mode::kRatios;
  if (arguments[0] == "--serve-shapes") options.mode = BenchOptions::Mode::kServeShapes;
  if (options.mode == BenchOptions::Mode::kPieces) return options;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string& flag = arguments[i];
    if (flag == "--check" && options.mode == BenchOptions::Mode::kRatios) {
      options.check = true;
    } else if (TakesValue(flag, options.mode) && i + 1 < arguments.size()) {
      if (absl::Status status = SetValue(flag, arguments[++i], options); !status.ok()) {
        return status;
      }
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat(arguments[0], ": unknown or incomplete argument '", flag, "'"));
    }
  }
  if (options.check && options.alternations < kLeastForCheck) {
    return absl::InvalidArgumentError(absl::StrCat("--check: expected --alternations of at least ",
                                                   kLeastForCheck, ", got ", options.alternations));
  }
  return options;
}

}  // namespace headwise::bench
