// A serialized AttendRequest or AttendCoreRequest, all the way to its response.
//
// Input: a byte, whose three lowest bits choose a layer or, beyond them, AttendCore, and whose
// fourth lets numbers through that are not finite; then the message.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "google/protobuf/message.h"
#include "google/protobuf/stubs/logging.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/slice.h"
#include "headwise/v1/attention.pb.h"
#include "server/convert/attend_request.h"
#include "server/convert/attend_response.h"
#include "server/convert/core_request.h"
#include "server/convert/input_values.h"
#include "server/convert/parse_message.h"
#include "server/convert/wire_bounds.h"
#include "tests/fuzz/attend_layers.h"
#include "tests/fuzz/attend_oracle.h"
#include "tests/fuzz/attend_response_check.h"
#include "tests/fuzz/attend_run.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/wire_check.h"

namespace headwise::fuzz {
namespace {

constexpr AttendLimits kLimits{std::int64_t{1} << 18, 128};
// Scores of a request that is run.
constexpr std::int64_t kMostScores = 8192;

AttendLayers& Layers() {
  static auto* const layers = [] {
    google::protobuf::SetLogHandler(nullptr);  // as the server does
    return new AttendLayers();
  }();
  return *layers;
}

// In two slices, as a message may come.
grpc::ByteBuffer Bytes(absl::string_view input) {
  const std::size_t half = input.size() / 2;
  const grpc::Slice slices[] = {{input.data(), half}, {input.data() + half, input.size() - half}};
  return grpc::ByteBuffer(slices, 2);
}

bool IsSmall(const LayerSpec& spec, const AttentionRequest& request) {
  return spec.heads * request.batch() * request.tokens() * request.keys() <= kMostScores;
}

// What the service looks at before it queues a request.
absl::Status CheckValues(const ParsedAttend& parsed, bool let_through) {
  const absl::Status status = CheckMaskValues(parsed.request);
  return !status.ok() || let_through ? status : CheckFiniteInputs(parsed);
}

// Bytes are the same each time for finite inputs only.
void Answer(const ParsedAttend& parsed, const LayerWeights& weights, AttentionLayer& layer,
            ResponseEncoder encode, google::protobuf::Message& response) {
  AttendAnswer answer;
  answer.model = "fuzz";
  AttendRun run =
      CheckFiniteInputs(parsed).ok() ? RunRequest(parsed, layer) : RunOnce(parsed, layer);
  const ResponseBuffers& buffers = run.buffers();
  RequireGoodResponse(encode(answer, parsed, run.task().timings, buffers), parsed, response);
  if (!IsModerate(layer.spec(), weights, parsed.request)) return;
  RequireRight(layer.spec(), weights, parsed.request, buffers.outputs());
}

void FeedAttend(const grpc::ByteBuffer& bytes, AttendLayer& layer, bool let_through) {
  v1::AttendRequest message;
  absl::Status status = ParseMessage(bytes, message);
  if (!status.ok()) return RequireGoodError(status);
  const absl::StatusOr<ParsedAttend> parsed = AttendFromProto(
      message, layer.layer->spec(), kLimits,
      [&](const AttentionRequest& request) { return layer.layer->Validate(request); });
  RequireBoundBesideData(message, AttendDataPaths());
  status = parsed.ok() ? CheckValues(*parsed, let_through) : parsed.status();
  if (!status.ok()) return RequireGoodError(status);
  if (!IsSmall(layer.layer->spec(), parsed->request)) return;
  v1::AttendResponse response;
  Answer(*parsed, layer.weights, *layer.layer, EncodeAttend, response);
}

void FeedCore(const grpc::ByteBuffer& bytes, bool let_through) {
  v1::AttendCoreRequest message;
  absl::Status status = ParseMessage(bytes, message);
  if (!status.ok()) return RequireGoodError(status);
  const absl::StatusOr<ParsedCore> parsed = CoreFromProto(message, kLimits);
  RequireBoundBesideData(message, CoreDataPaths());
  status = parsed.ok() ? CheckValues(parsed->attend, let_through) : parsed.status();
  if (!status.ok()) return RequireGoodError(status);
  if (!IsSmall(parsed->spec, parsed->attend.request)) return;
  const auto layer = AttentionLayer::Create(Layers().engine(), parsed->spec, parsed->weights);
  Require(layer.ok(), "a layer for a checked request", layer.status().message());
  v1::AttendCoreResponse response;
  Answer(parsed->attend, parsed->weights, **layer, EncodeCore, response);
}

void Feed(absl::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<unsigned char>(input[0]);
  const std::size_t layer = choice & 7;
  const bool let_through = (choice & 8) != 0;
  const grpc::ByteBuffer bytes = Bytes(input.substr(1));
  const bool core = layer >= Layers().size();
  WalkBytes(bytes, core ? CoreDataPaths() : AttendDataPaths());
  if (core) return FeedCore(bytes, let_through);
  FeedAttend(bytes, Layers()[layer], let_through);
}

}  // namespace
}  // namespace headwise::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  headwise::fuzz::Feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
