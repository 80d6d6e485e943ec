// The configuration as a shell sees it: what is printed where, and how it ends.
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/support/temp_folder.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class ProgramConfigTest : public ::testing::Test {
 protected:
  // Runs it with `variables` and `arguments` and keeps what it wrote; its exit code.
  int Run(const std::string& arguments, const std::string& variables = "") {
    const std::string command = variables + " " HEADWISE_SERVER_BINARY " " + arguments + " >" +
                                temp_.File("out") + " 2>" + temp_.File("err");
    const int status = std::system(command.c_str());
    out_ = Read("out");
    err_ = Read("err");
    return WEXITSTATUS(status);
  }
  std::string Read(const std::string& name) {
    std::ifstream stream(temp_.File(name));
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(temp_.File(name)) << text;
    return temp_.File(name);
  }

  const TempFolder temp_;
  std::string out_, err_;
};

constexpr char kDemo[] = "demo=" HEADWISE_SOURCE_DIR "/deploy/demo";

TEST_F(ProgramConfigTest, WhatPrintConfigPrintsConfiguresTheSame) {
  const std::string arguments = std::string("--workers=1 --no-reflection --model ") + kDemo;
  ASSERT_EQ(Run(arguments + " --print-config", "HEADWISE_QUEUE_REQUESTS=9"), 0) << err_;
  EXPECT_THAT(err_, IsEmpty());
  EXPECT_THAT(out_, HasSubstr("queue-requests = 9 "));
  const std::string printed = Write("a.toml", out_);
  ASSERT_EQ(Run("--print-config --config " + printed), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("workers = 1 "));
  EXPECT_THAT(out_, HasSubstr("reflection = false "));
  EXPECT_THAT(out_, HasSubstr("# file, a.toml:"));
  EXPECT_EQ(Run("--check --log-level=off --config " + printed), 0) << err_;
  EXPECT_THAT(out_, StartsWith("configuration: OK\ndemo: OK"));
}

TEST_F(ProgramConfigTest, AWrongFileIs78AndSaysWhere) {
  const std::string file = Write("x.toml", "\nlog-levl = \"debug\"\n");
  for (const char* mode : {"", "--check", "--print-config"}) {
    EXPECT_EQ(Run("--config " + file + " " + mode), 78);
    EXPECT_EQ(err_, "headwise-server: x.toml:2: log-levl: unknown key; did you mean log-level?\n");
    EXPECT_THAT(out_, IsEmpty());
  }
  EXPECT_EQ(Run("", "HEADWISE_CONFIG=" + temp_.File("none.toml")), 78);
}

TEST_F(ProgramConfigTest, CheckValidatesTheConfiguration) {
  const std::string file = Write("x.toml", "queue-tokens = 1\n[model]\ndemo = \"x\"\n");
  EXPECT_EQ(Run("--check --config " + file), 78);
  EXPECT_THAT(err_, HasSubstr("--queue-tokens: expected at least"));
}

TEST_F(ProgramConfigTest, ErrorsAreJsonIfThatIsWanted) {
  EXPECT_EQ(Run("--bogus", "HEADWISE_LOG_FORMAT=json"), 64);
  EXPECT_EQ(nlohmann::json::parse(err_)["msg"], "--bogus: unknown flag; see --help");
}

TEST_F(ProgramConfigTest, StandardErrorHoldsNothingButJsonLines) {
  EXPECT_EQ(Run("--listen 127.0.0.1:0 --metrics-address off --model gone=" + temp_.File("none"),
                "HEADWISE_LOG_FORMAT=json HEADWISE_LOG_LEVEL=debug GRPC_VERBOSITY=debug "
                "HEADWISE_UNKNOWN=1"),
            66);
  std::ifstream lines(temp_.File("err"));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
  EXPECT_GT(count, 3);
}

TEST_F(ProgramConfigTest, AFullOutputIs74) {
  const std::string command = HEADWISE_SERVER_BINARY " --help >/dev/full";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 74);
}

}  // namespace
}  // namespace headwise::testing
