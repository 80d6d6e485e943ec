// Pieces of protobuf's wire format, for messages that no library would write.
#ifndef HEADWISE_TESTS_SERVER_CONVERT_WIRE_FORMAT_H_
#define HEADWISE_TESTS_SERVER_CONVERT_WIRE_FORMAT_H_

#include <cstdint>
#include <string>

#include "grpcpp/support/byte_buffer.h"

namespace headwise::testing {

inline std::string Varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 127; value >>= 7) bytes += static_cast<char>(value | 128);
  return bytes + static_cast<char>(value);
}

inline std::string Tag(int field, int type) {
  return Varint(static_cast<std::uint64_t>(field) << 3 | static_cast<std::uint64_t>(type));
}

inline std::string Delimited(int field, const std::string& content) {
  return Tag(field, 2) + Varint(content.size()) + content;
}

// `unit` again and again, to about `size` bytes.
inline std::string Repeated(const std::string& unit, std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) bytes += unit;
  return bytes;
}

inline grpc::ByteBuffer ToBytes(const std::string& content) {
  const grpc::Slice slice(content);
  return grpc::ByteBuffer(&slice, 1);
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_CONVERT_WIRE_FORMAT_H_
