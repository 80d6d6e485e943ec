// How much of a request may be anything but its tensors' numbers.
#ifndef HEADWISE_SERVER_CONVERT_WIRE_BOUNDS_H_
#define HEADWISE_SERVER_CONVERT_WIRE_BOUNDS_H_

#include <array>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "grpcpp/support/byte_buffer.h"

namespace headwise {

// Bytes that names, lists and unknown fields of a request of that many tokens may take together.
std::int64_t MostBytesBesideData(std::int64_t request_tokens);

// Field numbers from a message down to a tensor's data; 0 fills a shorter way up.
using DataPath = std::array<int, 3>;
absl::Span<const DataPath> AttendDataPaths();  // of AttendRequest
absl::Span<const DataPath> CoreDataPaths();    // of AttendCoreRequest

// To be asked before a request is parsed. A packed list, an unknown field or an empty group takes
// up to forty times the memory that it takes bytes, so that the limit on a message's size alone
// bounds memory badly; a tensor's data takes as much as it has bytes.
//
// Reads tags and lengths where they lie, copies nothing, and stops at the bound. INVALID_ARGUMENT
// beyond it. OK for bytes that are no message: the parser then finds the same fault at the same
// place. Pure; thread-safe.
absl::Status CheckBytesBesideData(const grpc::ByteBuffer& bytes, std::int64_t request_tokens,
                                  absl::Span<const DataPath> data_paths);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_WIRE_BOUNDS_H_
