// The command against a server whose answers the test knows.
#ifndef HEADWISE_TESTS_CLIENT_COMMAND_COMMAND_FIXTURE_H_
#define HEADWISE_TESTS_CLIENT_COMMAND_COMMAND_FIXTURE_H_

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "client/command/exit_code.h"
#include "engine/tensor/tensor.h"
#include "tests/client/library/fake_server.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise::testing {

// A server with the model "demo": one layer, "h.0.attn", of two heads, D = 2. Context vectors are
// the input times the gates' mean, statistics and probabilities those of two keys of equal weight.
class CommandTest : public ::testing::Test {
 protected:
  CommandTest();

  static void Answer(const v1::AttendRequest& request, v1::AttendResponse* response);

  int Run(std::vector<std::string> arguments);

  // Writes a safetensors file with one tensor and returns its path.
  std::string Write(const std::string& name, const std::string& tensor, const TensorView& values);
  std::string WriteFloats(const std::string& name, const std::vector<std::int64_t>& shape,
                          const std::vector<float>& values);

  FakeServer server_;
  v1::AttendRequest request_;  // the last one
  const TempFolder folder_;
  std::string input_;  // [2,2] with the values 0, 1, 2, 3
  std::ostringstream out_;
  std::ostringstream err_;
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_CLIENT_COMMAND_COMMAND_FIXTURE_H_
