// The server's flags as a table: one row a flag, whatever source its value comes from.
#ifndef HEADWISE_SERVER_OPTIONS_FLAG_TABLE_H_
#define HEADWISE_SERVER_OPTIONS_FLAG_TABLE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/options/options.h"

namespace headwise {

struct Flag {
  absl::string_view name;        // "queue-tokens", without dashes
  absl::string_view value_name;  // "COUNT"; empty for a switch, which --no-<name> turns off
  absl::string_view group;       // heading in --help
  absl::string_view help;
  // Parses a value into the options. INVALID_ARGUMENT does not name the flag: the caller knows
  // under which name the value came.
  absl::Status (*set)(absl::string_view value, Options& options);
  bool repeatable = false;
};

absl::Span<const Flag> FlagTable();

// "HEADWISE_QUEUE_TOKENS"
std::string EnvironmentName(const Flag& flag);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_FLAG_TABLE_H_
