#include "server/convert/response_buffers.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "engine/tensor/aligned_buffer.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/coded_stream.h"
#include "headwise/v1/tensor.pb.h"
#include "server/convert/enums.h"

namespace headwise {
namespace {

using Bytes = AlignedBuffer<std::byte>;
using Path = std::array<int, 2>;

std::string Varint(std::uint64_t value) {
  std::uint8_t buffer[10];
  std::uint8_t* const end =
      google::protobuf::io::CodedOutputStream::WriteVarint64ToArray(value, buffer);
  return std::string(buffer, end);
}

std::string TagAndLength(int field, std::size_t length) {
  constexpr int kLengthDelimited = 2;
  return Varint(static_cast<std::uint64_t>(field) << 3 | kLengthDelimited) + Varint(length);
}

// Tag and length of each field on the way to `size` bytes of a tensor's data, outermost first.
std::string Prefix(const Path& path, std::size_t size) {
  std::string prefix = TagAndLength(v1::Tensor::kDataFieldNumber, size);
  for (auto field = path.rbegin(); field != path.rend(); ++field) {
    if (*field != 0) prefix = TagAndLength(*field, prefix.size() + size) + prefix;
  }
  return prefix;
}

v1::Tensor& TensorAt(google::protobuf::Message& response, const Path& path) {
  google::protobuf::Message* message = &response;
  for (const int field : path) {
    if (field == 0) continue;
    message = message->GetReflection()->MutableMessage(
        message, message->GetDescriptor()->FindFieldByNumber(field));
  }
  return static_cast<v1::Tensor&>(*message);
}

void SetShape(const MutableTensorView& view, bool without_batch, v1::Tensor& tensor) {
  tensor.set_dtype(DTypeToProto(view.dtype()));
  for (int i = without_batch ? 1 : 0; i < view.shape().rank(); ++i) {
    tensor.add_shape(view.shape().dim(i));
  }
}

grpc::Slice MakeSlice(std::size_t size) {
  auto bytes = std::make_unique<Bytes>(size);
  void* const data = bytes->data();
  grpc::Slice slice(
      data, size, [](void* owner) { delete static_cast<Bytes*>(owner); }, bytes.get());
  bytes.release();  // the slice frees it
  return slice;
}

}  // namespace

ResponseBuffers::ResponseBuffers(ResponseLayout layout, const OutputShapes& shapes,
                                 DType output_dtype) {
  for (const ResponseField& field : layout) {
    const std::optional<Shape>& shape = shapes.*field.shape;
    if (!shape) continue;
    const DType dtype = field.dtype.value_or(output_dtype);
    const auto size = static_cast<std::size_t>(shape->elements() * ByteWidth(dtype));
    const Part& part = parts_.emplace_back(Part{&field, MakeSlice(size)});
    // The slice lends its bytes as const; they are this object's own.
    void* const data = const_cast<std::uint8_t*>(part.slice.begin());
    outputs_.*field.output = *MutableTensorView::Create(data, size, dtype, *shape);
  }
}

grpc::ByteBuffer ResponseBuffers::Encode(google::protobuf::Message& response,
                                         bool without_batch) const {
  std::vector<grpc::Slice> parts(1);
  for (const Part& part : parts_) {
    const ResponseField& field = *part.field;
    if (!field.is_tensor()) continue;
    SetShape(outputs_.*field.output, without_batch, TensorAt(response, field.path));
    parts.emplace_back(Prefix(field.path, part.slice.size()));
    parts.push_back(part.slice);
  }
  parts[0] = grpc::Slice(response.SerializeAsString());
  return grpc::ByteBuffer(parts.data(), parts.size());
}

}  // namespace headwise
