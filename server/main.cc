#include <string>
#include <vector>

#include "server/lifecycle/server_main.h"

int main(int argc, char** argv) {
  return headwise::ServerMain(std::vector<std::string>(argv + 1, argv + argc));
}
