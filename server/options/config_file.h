// The configuration file: a TOML file whose keys are the flags' names.
#ifndef HEADWISE_SERVER_OPTIONS_CONFIG_FILE_H_
#define HEADWISE_SERVER_OPTIONS_CONFIG_FILE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

struct ConfigValue {
  std::vector<std::string> values;  // as Flag::set takes them
  int line = 0;
};

struct ConfigFile {
  std::string name;                           // without its folder
  std::map<std::string, ConfigValue> values;  // by the flag's name
};

// Reads and parses. FAILED_PRECONDITION for a file that cannot be read or holds more than 1 MiB,
// which names `origin`, where the path came from; and as ParseConfig.
absl::StatusOr<ConfigFile> ReadConfigFile(const std::string& path, absl::string_view origin);

// Checks keys and the types of values against the flag table, but not the values. The list of
// models may also be a table [model] of names and folders. FAILED_PRECONDITION names file, line,
// key, what was expected and what came, and for an unknown key the nearest known one.
absl::StatusOr<ConfigFile> ParseConfig(absl::string_view name, absl::string_view text);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_CONFIG_FILE_H_
