#include "server/convert/response_buffers.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "engine/tensor/aligned_buffer.h"
#include "google/protobuf/io/coded_stream.h"
#include "server/convert/enums.h"

namespace headwise {
namespace {

using Bytes = AlignedBuffer<std::byte>;
using FieldPath = std::initializer_list<int>;

std::string Varint(std::uint64_t value) {
  std::uint8_t buffer[10];
  std::uint8_t* const end =
      google::protobuf::io::CodedOutputStream::WriteVarint64ToArray(value, buffer);
  return std::string(buffer, end);
}

// Tag and length of each field on the way to `size` payload bytes, outermost first.
std::string Prefix(FieldPath path, std::size_t size) {
  constexpr int kLengthDelimited = 2;
  std::string prefix;
  for (auto field = path.end(); field != path.begin();) {
    --field;
    const std::size_t length = prefix.size() + size;
    prefix = Varint(static_cast<std::uint64_t>(*field) << 3 | kLengthDelimited) + Varint(length) +
             prefix;
  }
  return prefix;
}

void SetShape(const MutableTensorView& view, bool without_batch, v1::Tensor& tensor) {
  tensor.set_dtype(DTypeToProto(view.dtype()));
  for (int i = without_batch ? 1 : 0; i < view.shape().rank(); ++i) {
    tensor.add_shape(view.shape().dim(i));
  }
}

}  // namespace

ResponseBuffers::ResponseBuffers(const OutputShapes& shapes, DType output_dtype) {
  Add(shapes.context, output_dtype, outputs_.context);
  Add(shapes.head_context, output_dtype, outputs_.head_context);
  Add(shapes.log_sum_exp, DType::kF32, outputs_.log_sum_exp);
  Add(shapes.probabilities, output_dtype, outputs_.probabilities);
}

void ResponseBuffers::Add(const std::optional<Shape>& shape, DType dtype, MutableTensorView& view) {
  if (!shape) return;
  const auto size = static_cast<std::size_t>(shape->elements() * ByteWidth(dtype));
  auto bytes = std::make_unique<Bytes>(size);
  view = *MutableTensorView::Create(bytes->data(), size, dtype, *shape);
  void* data = bytes->data();
  slices_.emplace_back(
      data, size, [](void* owner) { delete static_cast<Bytes*>(owner); }, bytes.get());
  bytes.release();  // the slice frees it
}

template <typename F>
void ResponseBuffers::ForEachTensor(v1::AttendResponse& response, F f) const {
  using Response = v1::AttendResponse;
  constexpr int kData = v1::Tensor::kDataFieldNumber;
  if (outputs_.context.present()) {
    f(*response.mutable_context(), {Response::kContextFieldNumber, kData}, outputs_.context);
  }
  if (outputs_.head_context.present()) {
    f(*response.mutable_head_context()->mutable_tensor(),
      {Response::kHeadContextFieldNumber, v1::HeadContext::kTensorFieldNumber, kData},
      outputs_.head_context);
  }
  if (outputs_.log_sum_exp.present()) {
    f(*response.mutable_log_sum_exp(), {Response::kLogSumExpFieldNumber, kData},
      outputs_.log_sum_exp);
  }
  if (outputs_.probabilities.present()) {
    f(*response.mutable_probabilities()->mutable_tensor(),
      {Response::kProbabilitiesFieldNumber, v1::Probabilities::kTensorFieldNumber, kData},
      outputs_.probabilities);
  }
}

grpc::ByteBuffer ResponseBuffers::Encode(v1::AttendResponse& response, bool without_batch) const {
  std::vector<grpc::Slice> parts(1);
  std::size_t next = 0;
  ForEachTensor(response, [&](v1::Tensor& tensor, FieldPath path, const MutableTensorView& view) {
    SetShape(view, without_batch, tensor);
    const grpc::Slice& payload = slices_[next++];
    parts.emplace_back(Prefix(path, payload.size()));
    parts.push_back(payload);
  });
  parts[0] = grpc::Slice(response.SerializeAsString());
  return grpc::ByteBuffer(parts.data(), parts.size());
}

}  // namespace headwise
