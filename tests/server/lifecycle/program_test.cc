// The program as a shell or an init system sees it.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/support/demo.h"
#include "tests/support/temp_folder.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct Result {
  int exit_code = -1;
  std::string output;  // both streams
};

Result RunProgram(const std::string& arguments) {
  const std::string command = std::string("exec " HEADWISE_SERVER_BINARY " ") + arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  Result result;
  char buffer[4096];
  while (const std::size_t n = fread(buffer, 1, sizeof buffer, pipe)) {
    result.output.append(buffer, n);
  }
  result.exit_code = WEXITSTATUS(pclose(pipe));
  return result;
}

const std::string kDemo = std::string("--model demo=") + kDemoFolder;
const std::string kFree = " --listen 127.0.0.1:0 --metrics-address 127.0.0.1:0 ";

// A running server whose standard output can be read.
class Running {
 public:
  explicit Running(const std::string& arguments) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      const std::string command = std::string("exec " HEADWISE_SERVER_BINARY " ") + arguments;
      execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    close(ends[1]);
    out_ = fdopen(ends[0], "r");
  }
  ~Running() {
    fclose(out_);
    if (pid_ > 0) kill(pid_, SIGKILL), waitpid(pid_, nullptr, 0);
  }
  std::string ReadLine() {
    char buffer[256] = "";
    return fgets(buffer, sizeof buffer, out_) == nullptr ? "" : buffer;
  }
  void Signal(int signal) { kill(pid_, signal); }
  int ExitCode() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
  FILE* out_ = nullptr;
};

TEST(ProgramTest, HelpAndVersionSucceed) {
  EXPECT_EQ(RunProgram("--help").exit_code, 0);
  const Result version = RunProgram("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.output, HasSubstr("headwise-server 0."));
}

TEST(ProgramTest, WrongUsageIs64AndWrongConfigurationIs78) {
  EXPECT_EQ(RunProgram("--bogus").exit_code, 64);
  EXPECT_EQ(RunProgram(kDemo + " --workers=-1").exit_code, 64);
  EXPECT_EQ(RunProgram(kDemo + " --listen 0.0.0.0:0").exit_code, 78);
  EXPECT_EQ(RunProgram("").exit_code, 78);
}

TEST(ProgramTest, CheckPrintsALineForEachModel) {
  const Result result = RunProgram("--check --log-level=off " + kDemo);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, AllOf(HasSubstr("demo: OK, gpt2, 4 layers, 8 heads of 16")));
}

TEST(ProgramTest, AMissingModelIs66AndABrokenOne65) {
  const TempFolder temp;
  const std::string folder = temp.File("broken_model");
  ASSERT_EQ(std::system(("mkdir -p " + folder + " && echo '{' > " + folder +
                         "/config.json && "
                         "echo x > " +
                         folder + "/model.safetensors")
                            .c_str()),
            0);
  for (const std::string& mode : {std::string("--check "), kFree}) {
    EXPECT_EQ(RunProgram(mode + "--model gone=" + folder + "/none").exit_code, 66);
    const Result broken = RunProgram(mode + "--model broken=" + folder);
    EXPECT_EQ(broken.exit_code, 65) << broken.output;
    EXPECT_THAT(broken.output, HasSubstr("model broken: "));
  }
}

TEST(ProgramTest, SigtermEndsItWith0) {
  Running server(kDemo + kFree + "--log-level=error");
  EXPECT_THAT(server.ReadLine(), HasSubstr("listening on 127.0.0.1:"));
  EXPECT_THAT(server.ReadLine(), HasSubstr("metrics on http://127.0.0.1:"));
  server.Signal(SIGTERM);
  EXPECT_EQ(server.ExitCode(), 0);
}

TEST(ProgramTest, ASecondSignalEndsTheDrain) {
  Running server(kDemo + kFree + "--drain-delay=10m --log-level=error --shutdown-grace=10m");
  server.ReadLine();
  const std::string metrics = server.ReadLine();
  // Ready, so that the delay counts.
  const std::string url =
      metrics.substr(metrics.find("http"), metrics.find('\n') - metrics.find("http"));
  const std::string wait = "for i in $(seq 500); do curl -s " + url +
                           " | grep -q 'headwise_model_ready{model=\"demo\"} 1' && exit 0; "
                           "sleep 0.02; done; exit 1";
  ASSERT_EQ(std::system(wait.c_str()), 0);
  server.Signal(SIGTERM);
  usleep(300000);
  server.Signal(SIGINT);
  EXPECT_EQ(server.ExitCode(), 128 + SIGINT);
}

TEST(ProgramTest, ATakenPortIs69) {
  Running first(kDemo + kFree + "--log-level=error");
  const std::string line = first.ReadLine();
  const std::string port = line.substr(line.rfind(':') + 1);
  EXPECT_EQ(RunProgram(kDemo + " --metrics-address=off --listen 127.0.0.1:" +
                       port.substr(0, port.size() - 1))
                .exit_code,
            69);
}

}  // namespace
}  // namespace headwise::testing
