#include "tests/fuzz/attend_response_check.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "headwise/v1/tensor.pb.h"
#include "server/convert/parse_message.h"
#include "tests/fuzz/require.h"

namespace headwise::fuzz {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

std::int64_t WidthOf(v1::DataType dtype) {
  if (dtype == v1::DATA_TYPE_F32 || dtype == v1::DATA_TYPE_I32) return 4;
  return dtype == v1::DATA_TYPE_BOOL ? 1 : 2;
}

void RequireGoodTensor(const v1::Tensor& tensor) {
  std::int64_t bytes = WidthOf(tensor.dtype());
  for (const std::int64_t dim : tensor.shape()) bytes *= dim;
  Require(static_cast<std::int64_t>(tensor.data().size()) == bytes, "bytes that fit the shape");
}

void RequireGoodTensors(const Message& message) {
  if (message.GetDescriptor() == v1::Tensor::descriptor()) {
    return RequireGoodTensor(static_cast<const v1::Tensor&>(message));
  }
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->message_type() == nullptr || field->is_repeated()) continue;
    RequireGoodTensors(message.GetReflection()->GetMessage(message, field));
  }
}

}  // namespace

void RequireGoodResponse(const grpc::ByteBuffer& bytes, const ParsedAttend& parsed,
                         Message& response) {
  Require(static_cast<std::int64_t>(bytes.Length()) <= parsed.response_bytes,
          "no more bytes than promised",
          absl::StrCat(bytes.Length(), " > ", parsed.response_bytes));
  const absl::Status status = ParseMessage(bytes, response);
  Require(status.ok(), "a response that parses", status.message());
  RequireGoodTensors(response);
}

}  // namespace headwise::fuzz
