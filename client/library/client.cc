#include "client/library/client.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/library/grpc_status.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"

namespace headwise {
namespace {

constexpr std::int64_t kRetryBufferSlack = 1 << 16;

std::string ServiceConfig(int max_attempts) {
  // gRPC takes no retry policy of fewer than two attempts.
  if (max_attempts < 2) return "{}";
  return absl::StrFormat(
      R"({"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":%d,"initialBackoff":"0.1s",)"
      R"("maxBackoff":"2s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]})",
      max_attempts);
}

grpc::ChannelArguments ChannelArgumentsOf(const ClientOptions& options) {
  grpc::ChannelArguments args;
  const int limit = static_cast<int>(options.max_message_bytes);
  args.SetMaxReceiveMessageSize(limit);
  args.SetMaxSendMessageSize(limit);
  args.SetServiceConfigJSON(ServiceConfig(options.max_attempts));
  // gRPC keeps 256 KiB of a request by default, and quietly does not retry a larger one.
  args.SetInt(GRPC_ARG_PER_RPC_RETRY_BUFFER_SIZE,
              static_cast<int>(options.max_message_bytes + kRetryBufferSlack));
  // A retry is worth nothing while the connection itself waits for a second.
  args.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  args.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 1000);
  args.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 5000);
  args.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 30000);
  args.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  return args;
}

absl::Status CheckTarget(absl::string_view target) {
  for (absl::string_view scheme : {"http://", "https://", "grpc://"}) {
    if (absl::StartsWith(target, scheme)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "target: expected HOST:PORT or unix:PATH, got '", target, "'; leave out ", scheme));
    }
  }
  // Without a port gRPC would quietly try 443.
  if (!absl::StrContains(target, ":")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "target: expected HOST:PORT or unix:PATH, got '", target, "'; add the port, as in ",
        target.empty() ? absl::string_view("localhost") : target, ":50051"));
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const ClientOptions& options) {
  if (absl::Status status = CheckTarget(options.target); !status.ok()) return status;
  if (options.timeout <= absl::ZeroDuration()) {
    return absl::InvalidArgumentError(
        absl::StrCat("timeout: expected more than 0, got ", absl::FormatDuration(options.timeout)));
  }
  constexpr std::int64_t kMost = std::numeric_limits<int>::max() - kRetryBufferSlack;
  if (options.max_message_bytes < 1 || options.max_message_bytes > kMost) {
    return absl::InvalidArgumentError(absl::StrCat("max_message_bytes: expected 1..", kMost,
                                                   ", got ", options.max_message_bytes));
  }
  if (options.max_attempts < 1 || options.max_attempts > 5) {
    return absl::InvalidArgumentError(
        absl::StrCat("max_attempts: expected 1..5, got ", options.max_attempts));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Client>> Client::Create(ClientOptions options) {
  if (absl::Status status = CheckOptions(options); !status.ok()) return status;
  return std::unique_ptr<Client>(new Client(std::move(options)));
}

Client::Client(ClientOptions options) : options_(std::move(options)) {
  auto channel = grpc::CreateCustomChannel(options_.target, grpc::InsecureChannelCredentials(),
                                           ChannelArgumentsOf(options_));
  attention_ = v1::AttentionService::NewStub(channel);
  models_ = v1::ModelService::NewStub(channel);
  health_ = grpc::health::v1::Health::NewStub(channel);
}

template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> Client::Call(Stub& stub,
                                      grpc::Status (Stub::*method)(grpc::ClientContext*,
                                                                   const Request&, Response*),
                                      const Request& request) const {
  grpc::ClientContext context;
  if (options_.timeout != absl::InfiniteDuration()) {
    context.set_deadline(std::chrono::system_clock::now() +
                         absl::ToChronoMilliseconds(options_.timeout));
  }
  Response response;
  const grpc::Status status = (stub.*method)(&context, request, &response);
  if (!status.ok()) {
    CallFacts facts;
    facts.target = options_.target;
    facts.timeout = options_.timeout;
    facts.request_bytes = static_cast<std::int64_t>(request.ByteSizeLong());
    return StatusFromGrpc(status, facts);
  }
  return response;
}

absl::StatusOr<v1::ListModelsResponse> Client::ListModels() const {
  return Call(*models_, &v1::ModelService::Stub::ListModels, v1::ListModelsRequest());
}

absl::StatusOr<v1::GetModelResponse> Client::GetModel(absl::string_view model) const {
  v1::GetModelRequest request;
  request.set_model(std::string(model));
  return Call(*models_, &v1::ModelService::Stub::GetModel, request);
}

absl::StatusOr<v1::AttendResponse> Client::Attend(const v1::AttendRequest& request) const {
  return Call(*attention_, &v1::AttentionService::Stub::Attend, request);
}

absl::StatusOr<v1::AttendCoreResponse> Client::AttendCore(
    const v1::AttendCoreRequest& request) const {
  return Call(*attention_, &v1::AttentionService::Stub::AttendCore, request);
}

absl::StatusOr<Client::HealthStatus> Client::CheckHealth(absl::string_view service) const {
  grpc::health::v1::HealthCheckRequest request;
  request.set_service(std::string(service));
  auto response = Call(*health_, &grpc::health::v1::Health::Stub::Check, request);
  if (!response.ok()) return response.status();
  return response->status();
}

}  // namespace headwise
