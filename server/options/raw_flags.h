// A command line, split into flags and values.
#ifndef HEADWISE_SERVER_OPTIONS_RAW_FLAGS_H_
#define HEADWISE_SERVER_OPTIONS_RAW_FLAGS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace headwise {

struct RawFlags {
  // By the flag's name, its values in order; absent flags are absent.
  std::map<std::string, std::vector<std::string>> values;
  // The answer to --help or --version, else empty.
  std::string text;
};

// Splits a command line along the flag table without looking at the values of value flags:
// `--name=value`, `--name value` (no value starts with --), `--switch`, `--no-switch`,
// `--switch=false`. INVALID_ARGUMENT for unknown flags, missing values and flags given twice that
// are no lists; --help and --version answer whatever else is given, but for a missing value.
absl::StatusOr<RawFlags> ReadRawFlags(const std::vector<std::string>& arguments);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_RAW_FLAGS_H_
