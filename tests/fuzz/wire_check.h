// Checks the bound on bytes beside tensors' data, with a bound so low that small messages reach it.
#ifndef HEADWISE_TESTS_FUZZ_WIRE_CHECK_H_
#define HEADWISE_TESTS_FUZZ_WIRE_CHECK_H_

#include "absl/types/span.h"
#include "google/protobuf/message.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/convert/wire_bounds.h"

namespace headwise::fuzz {

// Any bytes, message or not, give OK or INVALID_ARGUMENT.
void WalkBytes(const grpc::ByteBuffer& bytes, absl::Span<const DataPath> paths);

// The known fields of the message, encoded anew, are refused exactly if there are more bytes beside
// the data than the bound.
void RequireBoundBesideData(const google::protobuf::Message& message,
                            absl::Span<const DataPath> paths);

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_WIRE_CHECK_H_
