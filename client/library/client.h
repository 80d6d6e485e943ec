// The C++ client of a headwise server.
#ifndef HEADWISE_CLIENT_LIBRARY_CLIENT_H_
#define HEADWISE_CLIENT_LIBRARY_CLIENT_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/library/client_options.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "headwise/v1/attention.grpc.pb.h"
#include "headwise/v1/model.grpc.pb.h"

namespace headwise {

// Calls a headwise server over one connection, which is made with the first call and made again
// when it breaks. Requests and answers are the generated messages; client/library/tensor.h makes
// tensors from numbers and numbers from tensors, client/library/mask.h makes masks.
//
//   auto client = headwise::Client::Create({"localhost:50051"});
//   headwise::v1::AttendRequest request;
//   request.set_model("demo");
//   *request.mutable_input() = *headwise::MakeTensor({tokens, d_model}, embeddings);
//   auto response = (*client)->Attend(request);
//   if (!response.ok()) return response.status();
//   auto context_vectors = headwise::FloatsOf(response->context());
//
// Thread-safe: calls of several threads share the connection and run side by side. Each blocks
// its thread until the answer or the timeout.
//
// Errors have the server's code and text. Besides: UNAVAILABLE if nobody answers at the target
// (after the retries), DEADLINE_EXCEEDED after the timeout, OUT_OF_RANGE for a request or an
// answer above a message limit, saying whose.
class Client {
 public:
  // Does not connect yet. INVALID_ARGUMENT names the option that does not fit.
  static absl::StatusOr<std::unique_ptr<Client>> Create(ClientOptions options = {});

  absl::StatusOr<v1::ListModelsResponse> ListModels() const;
  absl::StatusOr<v1::GetModelResponse> GetModel(absl::string_view model) const;
  absl::StatusOr<v1::AttendResponse> Attend(const v1::AttendRequest& request) const;
  // Attention without a model: queries, keys and values in.
  absl::StatusOr<v1::AttendCoreResponse> AttendCore(const v1::AttendCoreRequest& request) const;

  using HealthStatus = grpc::health::v1::HealthCheckResponse::ServingStatus;
  // `service`: a full service name, "liveness", "readiness", or "" for the server as a whole.
  // NOT_FOUND for a name that the server does not know.
  absl::StatusOr<HealthStatus> CheckHealth(absl::string_view service = "") const;

  const ClientOptions& options() const { return options_; }

 private:
  explicit Client(ClientOptions options);

  template <typename Stub, typename Request, typename Response>
  absl::StatusOr<Response> Call(Stub& stub,
                                grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                             Response*),
                                const Request& request) const;

  const ClientOptions options_;
  std::unique_ptr<v1::AttentionService::Stub> attention_;
  std::unique_ptr<v1::ModelService::Stub> models_;
  std::unique_ptr<grpc::health::v1::Health::Stub> health_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_LIBRARY_CLIENT_H_
