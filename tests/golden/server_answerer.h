// Golden cases over gRPC.
#ifndef HEADWISE_TESTS_GOLDEN_SERVER_ANSWERER_H_
#define HEADWISE_TESTS_GOLDEN_SERVER_ANSWERER_H_

#include <memory>
#include <string>
#include <vector>

#include "client/library/client.h"
#include "tests/golden/golden_check.h"
#include "tests/integration/server_process.h"

namespace headwise::testing {

// Starts the built server with every checkpoint of the cases, each under its case's name.
class ServerAnswerer final : public GoldenAnswerer {
 public:
  explicit ServerAnswerer(const std::vector<std::string>& roots);

  // Compares what GetModel tells.
  absl::Status Open(const GoldenCase& golden) override;
  absl::StatusOr<GoldenAnswer> Ask(const GoldenCase& golden, const GoldenLayer& layer,
                                   Form form) override;

 private:
  absl::StatusOr<GoldenAnswer> AskCore(const GoldenCase& golden);
  absl::StatusOr<int> Find(const GoldenLayer& layer) const;

  std::unique_ptr<ServerProcess> server_;
  std::unique_ptr<Client> client_;
  v1::GetModelResponse model_;  // of the last case
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_GOLDEN_SERVER_ANSWERER_H_
