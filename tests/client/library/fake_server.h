// A headwise server for tests of clients: every answer is what the test says.
#ifndef HEADWISE_TESTS_CLIENT_LIBRARY_FAKE_SERVER_H_
#define HEADWISE_TESTS_CLIENT_LIBRARY_FAKE_SERVER_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "grpc/health/v1/health.grpc.pb.h"
#include "grpcpp/server.h"
#include "grpcpp/server_context.h"
#include "headwise/v1/attention.grpc.pb.h"
#include "headwise/v1/model.grpc.pb.h"

namespace headwise::testing {

class FakeAttention final : public v1::AttentionService::Service {
 public:
  std::function<grpc::Status(grpc::ServerContext&, const v1::AttendRequest&, v1::AttendResponse*)>
      attend;
  std::function<grpc::Status(grpc::ServerContext&, const v1::AttendCoreRequest&,
                             v1::AttendCoreResponse*)>
      attend_core;
  std::atomic<int> calls{0};  // of either method

  grpc::Status AttendCore(grpc::ServerContext* context, const v1::AttendCoreRequest* request,
                          v1::AttendCoreResponse* response) override;
  grpc::Status Attend(grpc::ServerContext* context, const v1::AttendRequest* request,
                      v1::AttendResponse* response) override;
};

class FakeModels final : public v1::ModelService::Service {
 public:
  std::map<std::string, v1::GetModelResponse> models;

  grpc::Status ListModels(grpc::ServerContext* context, const v1::ListModelsRequest* request,
                          v1::ListModelsResponse* response) override;
  grpc::Status GetModel(grpc::ServerContext* context, const v1::GetModelRequest* request,
                        v1::GetModelResponse* response) override;
};

class FakeHealth final : public grpc::health::v1::Health::Service {
 public:
  std::map<std::string, grpc::health::v1::HealthCheckResponse::ServingStatus> statuses;

  grpc::Status Check(grpc::ServerContext* context,
                     const grpc::health::v1::HealthCheckRequest* request,
                     grpc::health::v1::HealthCheckResponse* response) override;
};

// Listens on a free port of 127.0.0.1 from construction to destruction. The test sets the
// services' answers before it calls.
class FakeServer {
 public:
  explicit FakeServer(int max_message_bytes = 4 << 20);
  ~FakeServer();

  FakeAttention attention;
  FakeModels models;
  FakeHealth health;

  std::string target() const;

 private:
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_CLIENT_LIBRARY_FAKE_SERVER_H_
