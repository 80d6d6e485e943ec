// How large a response gets, before it is computed.
#ifndef HEADWISE_SERVER_CONVERT_RESPONSE_SIZE_H_
#define HEADWISE_SERVER_CONVERT_RESPONSE_SIZE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "server/convert/parsed_attend.h"

namespace headwise {

// An upper bound of the encoded response's bytes, a few hundred above the truth at most for each
// head and row asked for. INVALID_ARGUMENT if it exceeds `limit`, with the size, the largest
// part and what to ask instead.
absl::StatusOr<std::int64_t> BoundResponseBytes(const ParsedAttend& parsed, std::int64_t heads,
                                                std::int64_t limit);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_RESPONSE_SIZE_H_
