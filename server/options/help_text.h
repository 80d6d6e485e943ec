// The answer to --help.
#ifndef HEADWISE_SERVER_OPTIONS_HELP_TEXT_H_
#define HEADWISE_SERVER_OPTIONS_HELP_TEXT_H_

#include <string>

namespace headwise {

// Usage, a line for every flag of the table, precedence, exit codes and examples, in lines of at
// most 100 columns. Pure; thread-safe.
std::string HelpText();

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_HELP_TEXT_H_
