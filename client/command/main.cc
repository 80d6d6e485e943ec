#include <cstdlib>

#include "client/command/command_line.h"

int main(int argc, char** argv) {
  // gRPC would print its own lines beside ours.
  setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
  const char* server = std::getenv("HEADWISE_SERVER");
  return headwise::RunCommandLine(std::vector<std::string>(argv + 1, argv + argc),
                                  server != nullptr && *server != '\0' ? server : "localhost:50051",
                                  headwise::Console::ForProcess());
}
