#include "tests/integration/server_process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"

namespace headwise::testing {

ServerProcess::ServerProcess(std::vector<std::string> flags) {
  std::vector<std::string> arguments = {
      HEADWISE_SERVER_BINARY, "--model=demo=" HEADWISE_SOURCE_DIR "/deploy/demo",
      "--listen=127.0.0.1:0", "--metrics-address=127.0.0.1:0", "--log-level=warning"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
  pid_ = fork();
  if (pid_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  close(ends[1]);
  out_ = ends[0];
  address_ = std::string(absl::StripPrefix(NextLine(), "listening on "));
  metrics_url_ = std::string(absl::StripPrefix(NextLine(), "metrics on "));
}

ServerProcess::~ServerProcess() {
  close(out_);
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

std::string ServerProcess::NextLine() {
  std::string line;
  char byte = 0;
  while (read(out_, &byte, 1) == 1 && byte != '\n') line += byte;
  return line;
}

std::unique_ptr<Client> ServerProcess::MakeClient() const {
  ClientOptions options;
  options.target = address_;
  options.max_attempts = 1;
  auto client = Client::Create(options);
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

void ServerProcess::WaitUntilServing() const {
  const std::unique_ptr<Client> client = MakeClient();
  for (int i = 0; i < 600; ++i) {
    const auto health = client->CheckHealth();
    if (health.ok() && *health == grpc::health::v1::HealthCheckResponse::SERVING) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  FAIL() << "the server is not serving";
}

void ServerProcess::Signal(int signal) const { kill(pid_, signal); }

int ServerProcess::ExitCode() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

CommandResult RunCommand(const std::string& command) {
  FILE* pipe = popen(("( " + command + " ) 2>&1").c_str(), "r");
  CommandResult result;
  char buffer[4096];
  while (const std::size_t n = fread(buffer, 1, sizeof(buffer), pipe)) {
    result.output.append(buffer, n);
  }
  const int status = pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

std::map<std::string, double> Scrape(const ServerProcess& server) {
  const CommandResult scrape = RunCommand("curl -sf " + server.metrics_url());
  EXPECT_EQ(scrape.exit_code, 0);
  std::map<std::string, double> samples;
  std::istringstream lines(scrape.output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    double value = 0;
    if (absl::StartsWith(line, "#") || space == std::string::npos ||
        !absl::SimpleAtod(line.substr(space + 1), &value)) {
      continue;
    }
    samples[line.substr(0, space)] = value;
  }
  return samples;
}

}  // namespace headwise::testing
