// How much of a request may be anything but the input's numbers.
#ifndef HEADWISE_SERVER_CONVERT_WIRE_BOUNDS_H_
#define HEADWISE_SERVER_CONVERT_WIRE_BOUNDS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "grpcpp/support/byte_buffer.h"

namespace headwise {

// Bytes that names, lists and unknown fields of a request of that many tokens may take together.
std::int64_t MostBytesBesideData(std::int64_t request_tokens);

// To be asked before an AttendRequest is parsed. A packed list, an unknown field or an empty group
// takes up to forty times the memory that it takes bytes, so that the limit on a message's size
// alone bounds memory badly; input.data takes as much as it has bytes.
//
// Reads tags and lengths where they lie, copies nothing, and stops at the bound. INVALID_ARGUMENT
// beyond it. OK for bytes that are no message: the parser then finds the same fault at the same
// place. Pure; thread-safe.
absl::Status CheckBytesBesideData(const grpc::ByteBuffer& bytes, std::int64_t request_tokens);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_WIRE_BOUNDS_H_
