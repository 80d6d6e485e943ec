// The program headwise-server.
#ifndef HEADWISE_SERVER_LIFECYCLE_SERVER_MAIN_H_
#define HEADWISE_SERVER_LIFECYCLE_SERVER_MAIN_H_

#include <string>
#include <vector>

namespace headwise {

// Runs from the command line to the exit code. Call from the main thread, before any other
// thread was made.
int ServerMain(const std::vector<std::string>& arguments);

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_SERVER_MAIN_H_
