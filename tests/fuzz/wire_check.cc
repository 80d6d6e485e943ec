#include "tests/fuzz/wire_check.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "grpcpp/support/slice.h"
#include "headwise/v1/tensor.pb.h"
#include "tests/fuzz/require.h"

namespace headwise::fuzz {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// So few tokens that the bound is 16 bytes.
constexpr std::int64_t kTokens = -2730;

std::int64_t DataBytes(const Message& message) {
  if (message.GetDescriptor() == v1::Tensor::descriptor()) {
    return static_cast<std::int64_t>(static_cast<const v1::Tensor&>(message).data().size());
  }
  std::int64_t bytes = 0;
  std::vector<const FieldDescriptor*> fields;
  const auto* reflection = message.GetReflection();
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->message_type() == nullptr) continue;
    if (!field->is_repeated()) {
      bytes += DataBytes(reflection->GetMessage(message, field));
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
      bytes += DataBytes(reflection->GetRepeatedMessage(message, field, i));
    }
  }
  return bytes;
}

}  // namespace

void WalkBytes(const grpc::ByteBuffer& bytes, absl::Span<const DataPath> paths) {
  const absl::Status status = CheckBytesBesideData(bytes, kTokens, paths);
  if (!status.ok()) RequireGoodError(status);
}

void RequireBoundBesideData(const Message& message, absl::Span<const DataPath> paths) {
  const std::unique_ptr<Message> known(message.New());
  known->CopyFrom(message);
  known->DiscardUnknownFields();
  const std::string encoded = known->SerializeAsString();
  const grpc::Slice slice(encoded);
  const std::int64_t beside = static_cast<std::int64_t>(encoded.size()) - DataBytes(*known);
  const bool taken = CheckBytesBesideData(grpc::ByteBuffer(&slice, 1), kTokens, paths).ok();
  Require(taken == (beside <= MostBytesBesideData(kTokens)), "the bound on bytes beside data",
          absl::StrCat(beside));
}

}  // namespace headwise::fuzz
