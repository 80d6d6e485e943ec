// Which source each flag's value comes from.
#ifndef HEADWISE_SERVER_OPTIONS_SETTINGS_H_
#define HEADWISE_SERVER_OPTIONS_SETTINGS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/options/config_file.h"
#include "server/options/flag_table.h"
#include "server/options/options.h"
#include "server/options/raw_flags.h"

namespace headwise {

using Environment = std::map<std::string, std::string>;

enum class Source { kDefault, kFile, kEnvironment, kCommandLine };

struct Setting {
  const Flag* flag = nullptr;
  Source source = Source::kDefault;
  std::vector<std::string> values;
  // How an error names it: "--workers", "HEADWISE_WORKERS", "headwise.toml:3: workers".
  std::string origin;
};

// One setting a flag, in the table's order: the command line beats the environment, which beats
// the file, which beats the default. A list takes all its values from one source.
std::vector<Setting> ChooseSettings(const RawFlags& raw, const Environment& environment,
                                    const ConfigFile& file);

// Parses the values into the options; defaults stay as they are. INVALID_ARGUMENT for a wrong
// value of the command line, FAILED_PRECONDITION for one of the environment or the file.
absl::Status ApplySettings(const std::vector<Setting>& settings, Options& options);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_SETTINGS_H_
