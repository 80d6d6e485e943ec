// The keys and values of a TOML file, as far as a configuration of flags needs them.
#ifndef HEADWISE_SERVER_OPTIONS_CONFIG_ENTRIES_H_
#define HEADWISE_SERVER_OPTIONS_CONFIG_ENTRIES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

enum class ConfigType { kString, kInteger, kBoolean, kList, kMixedList, kTable, kOther };

// "a string", "a whole number", "true or false", "a list", "a list with other things than
// strings", "a table", "a float, a date or a time"
absl::string_view TypeName(ConfigType type);

// A key above all tables (whose value may be one) or, if `table` is not empty, in that one.
struct ConfigEntry {
  std::string table;
  std::string key;
  ConfigType type = ConfigType::kOther;
  // A list's elements, else the one value; none of the last three types.
  std::vector<std::string> values;
  int line = 0;
};

// Reads any TOML, in the file's order, each table followed by its own keys; deeper tables are
// entries without their keys.
//
// INVALID_ARGUMENT: "LINE: what is there, what is wrong with it", also for keys that occur twice
// and text that is no UTF-8. Pure; thread-safe.
absl::StatusOr<std::vector<ConfigEntry>> ReadConfigEntries(absl::string_view text);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_CONFIG_ENTRIES_H_
