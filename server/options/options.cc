#include "server/options/options.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

absl::Status Conflict(const std::string& text) { return absl::FailedPreconditionError(text); }

absl::Status ValidateModels(const std::vector<ModelFlag>& models) {
  if (models.empty()) {
    return Conflict(
        "--model: expected at least one NAME=DIR, got none; name a checkpoint's folder");
  }
  std::set<std::string> names;
  for (const ModelFlag& model : models) {
    if (!names.insert(model.name).second) {
      return Conflict(absl::StrCat("--model: expected distinct names, got \"", model.name,
                                   "\" twice; rename one of them"));
    }
  }
  return absl::OkStatus();
}

absl::Status ValidateAddresses(const Options& options) {
  if (!options.listen.IsLocal() && !options.insecure) {
    return Conflict(absl::StrCat(
        "--listen: ", options.listen.ToString(),
        " can be reached from other machines and the connection is plaintext; listen on 127.0.0.1 "
        "or unix:PATH behind a proxy, or accept it with --insecure"));
  }
  if (!options.metrics_address) return absl::OkStatus();
  const Address& metrics = *options.metrics_address;
  if (metrics.is_unix()) {
    return Conflict("--metrics-address: expected HOST:PORT or off, got a unix: address");
  }
  if (metrics.port() != 0 && metrics.ToString() == options.listen.ToString()) {
    return Conflict(
        absl::StrCat("--metrics-address: expected another address than --listen's, got ",
                     metrics.ToString(), " for both"));
  }
  return absl::OkStatus();
}

absl::Status ValidateWeights(const WeightOptions& weights) {
  if (weights.storage == WeightStorage::kF32 || weights.kernels == ProjectionKernels::kHighway) {
    return absl::OkStatus();
  }
  return Conflict(
      "--projections: expected highway with --weights=bf16 or int8, got onednn, which multiplies "
      "f32 alone");
}

absl::Status ValidateLimits(const Options& options) {
  if (options.queue_tokens < options.max_request_tokens) {
    return Conflict(absl::StrCat("--queue-tokens: expected at least --max-request-tokens (",
                                 options.max_request_tokens, "), got ", options.queue_tokens));
  }
  if (options.queue_bytes < 2 * options.max_message_bytes) {
    return Conflict(
        absl::StrCat("--queue-bytes: expected room for one largest request and its response, twice "
                     "--max-message-bytes (",
                     2 * options.max_message_bytes, "), got ", options.queue_bytes));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateOptions(const Options& options) {
  if (absl::Status status = ValidateModels(options.models); !status.ok()) return status;
  if (absl::Status status = ValidateAddresses(options); !status.ok()) return status;
  if (absl::Status status = ValidateWeights(options.weights); !status.ok()) return status;
  return ValidateLimits(options);
}

}  // namespace headwise
