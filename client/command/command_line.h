// The command `headwise`.
#ifndef HEADWISE_CLIENT_COMMAND_COMMAND_LINE_H_
#define HEADWISE_CLIENT_COMMAND_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "client/command/console.h"

namespace headwise {

// Runs the command with `arguments`, which lack the program's name, and returns the exit code.
// `server` is the address that --server replaces. Errors are one line "headwise: ..." on
// console.err. Throws nothing.
int RunCommandLine(std::vector<std::string> arguments, const std::string& server,
                   const Console& console);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_COMMAND_LINE_H_
