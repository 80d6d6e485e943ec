// The server's flags as a table: one row a flag, whatever source its value comes from.
#ifndef HEADWISE_SERVER_OPTIONS_FLAG_TABLE_H_
#define HEADWISE_SERVER_OPTIONS_FLAG_TABLE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/options/options.h"

namespace headwise {

// Decides how a configuration file writes the value. A kBoolean is a switch, which --no-<name>
// turns off; a kList may be given several times.
enum class FlagType { kBoolean, kInteger, kBytes, kDuration, kString, kList };

// "boolean", "integer", "bytes", "duration", "string", "list"
absl::string_view TypeName(FlagType type);

struct Flag {
  absl::string_view name;  // "queue-tokens", without dashes
  FlagType type;
  absl::string_view value_name;  // "COUNT"; empty for a switch
  absl::string_view group;       // heading in --help
  absl::string_view default_value;
  absl::string_view help;
  // Parses a value into the options. INVALID_ARGUMENT does not name the flag: the caller knows
  // under which name the value came.
  absl::Status (*set)(absl::string_view value, Options& options);
  // False for what asks for an action, which a configuration file cannot do.
  bool in_file = true;
};

// In the order of --help, groups together.
absl::Span<const Flag> FlagTable();

// nullptr if there is none.
const Flag* FindFlag(absl::string_view name);

// "HEADWISE_QUEUE_TOKENS"
std::string EnvironmentName(const Flag& flag);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_FLAG_TABLE_H_
