// Where the engine writes a response's tensors, and how they go out without being copied.
#ifndef HEADWISE_SERVER_CONVERT_RESPONSE_BUFFERS_H_
#define HEADWISE_SERVER_CONVERT_RESPONSE_BUFFERS_H_

#include <vector>

#include "engine/attention/attention_request.h"
#include "engine/attention/attention_task.h"
#include "google/protobuf/message.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/slice.h"
#include "server/convert/response_layout.h"

namespace headwise {

// Memory of every wanted output, aligned to 64 bytes, as slices that gRPC can send.
//
// A proto3 parser merges a singular sub-message that occurs twice. So the encoded response is a
// small message that holds all but the tensors' data, followed, for each tensor, by its
// sub-message once more with the data alone: some tag and length bytes, then the engine's bytes.
//
// Owned by the request's job. Thread-compatible; the slices outlive it as long as gRPC sends.
class ResponseBuffers {
 public:
  // Every wanted output must be in `layout`. Throws std::bad_alloc when memory is short.
  ResponseBuffers(ResponseLayout layout, const OutputShapes& shapes, DType output_dtype);

  // Views for the engine, valid while this lives.
  const AttentionOutputs& outputs() const { return outputs_; }

  // Sets dtype and shape of the tensors in `response`, which is of the layout's type (without the
  // leading dimension if `without_batch`), and appends their data. Their bytes must not change
  // afterwards.
  grpc::ByteBuffer Encode(google::protobuf::Message& response, bool without_batch) const;

 private:
  struct Part {
    const ResponseField* field;
    grpc::Slice slice;
  };

  AttentionOutputs outputs_;
  std::vector<Part> parts_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_RESPONSE_BUFFERS_H_
