// The answer to --print-config.
#ifndef HEADWISE_SERVER_OPTIONS_PRINT_SETTINGS_H_
#define HEADWISE_SERVER_OPTIONS_PRINT_SETTINGS_H_

#include <string>
#include <vector>

#include "server/options/settings.h"

namespace headwise {

// The settings as a configuration file that gives the same ones, with a comment behind each value
// that says where it came from. The values must have been applied without an error. Pure;
// thread-safe.
std::string PrintSettings(const std::vector<Setting>& settings);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_PRINT_SETTINGS_H_
