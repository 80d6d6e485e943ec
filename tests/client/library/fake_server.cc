#include "tests/client/library/fake_server.h"

#include <chrono>

#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"

namespace headwise::testing {

grpc::Status FakeAttention::Attend(grpc::ServerContext* context, const v1::AttendRequest* request,
                                   v1::AttendResponse* response) {
  ++calls;
  return attend(*context, *request, response);
}

grpc::Status FakeAttention::AttendCore(grpc::ServerContext* context,
                                       const v1::AttendCoreRequest* request,
                                       v1::AttendCoreResponse* response) {
  ++calls;
  return attend_core(*context, *request, response);
}

grpc::Status FakeModels::ListModels(grpc::ServerContext* context,
                                    const v1::ListModelsRequest* request,
                                    v1::ListModelsResponse* response) {
  for (const auto& [name, model] : models) {
    v1::ModelSummary* summary = response->add_models();
    summary->set_name(name);
    summary->set_version(model.version());
    summary->set_state(model.state());
    summary->set_layers(model.layers_size());
  }
  return grpc::Status::OK;
}

grpc::Status FakeModels::GetModel(grpc::ServerContext* context, const v1::GetModelRequest* request,
                                  v1::GetModelResponse* response) {
  const auto found = models.find(request->model());
  if (found == models.end()) {
    return {grpc::StatusCode::NOT_FOUND, "model '" + request->model() + "' is not served"};
  }
  *response = found->second;
  return grpc::Status::OK;
}

grpc::Status FakeHealth::Check(grpc::ServerContext* context,
                               const grpc::health::v1::HealthCheckRequest* request,
                               grpc::health::v1::HealthCheckResponse* response) {
  const auto found = statuses.find(request->service());
  if (found == statuses.end()) return {grpc::StatusCode::NOT_FOUND, "unknown service"};
  response->set_status(found->second);
  return grpc::Status::OK;
}

FakeServer::FakeServer(int max_message_bytes) {
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
  builder.SetMaxReceiveMessageSize(max_message_bytes);
  builder.RegisterService(&attention);
  builder.RegisterService(&models);
  builder.RegisterService(&health);
  server_ = builder.BuildAndStart();
}

FakeServer::~FakeServer() { server_->Shutdown(std::chrono::system_clock::now()); }

std::string FakeServer::target() const { return "127.0.0.1:" + std::to_string(port_); }

}  // namespace headwise::testing
