// A headwise-server as a process of its own.
#ifndef HEADWISE_TESTS_INTEGRATION_SERVER_PROCESS_H_
#define HEADWISE_TESTS_INTEGRATION_SERVER_PROCESS_H_

#include <sys/types.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/library/client.h"

namespace headwise::testing {

// Starts the built server on free ports with the demo model; kills it when destroyed.
class ServerProcess {
 public:
  explicit ServerProcess(std::vector<std::string> flags = {});
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  const std::string& address() const { return address_; }
  const std::string& metrics_url() const { return metrics_url_; }

  // A client of this server that tries once.
  std::unique_ptr<Client> MakeClient() const;
  // Waits until health says SERVING; fails the test after half a minute.
  void WaitUntilServing() const;

  void Signal(int signal) const;
  // Waits for the end; -1 if a signal ended it.
  int ExitCode();

 private:
  std::string NextLine();

  pid_t pid_ = -1;
  int out_ = -1;
  std::string address_;
  std::string metrics_url_;
};

// What a shell command printed (both streams) and its exit code.
struct CommandResult {
  int exit_code = -1;
  std::string output;
};
CommandResult RunCommand(const std::string& command);

// Samples of a scrape by series, as they stand in the text: `name{labels}`.
std::map<std::string, double> Scrape(const ServerProcess& server);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_INTEGRATION_SERVER_PROCESS_H_
