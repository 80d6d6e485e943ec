// What must hold of a response's bytes.
#ifndef HEADWISE_TESTS_FUZZ_ATTEND_RESPONSE_CHECK_H_
#define HEADWISE_TESTS_FUZZ_ATTEND_RESPONSE_CHECK_H_

#include "google/protobuf/message.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/convert/parsed_attend.h"

namespace headwise::fuzz {

// No more bytes than were promised; they parse into the empty `response`, whose tensors have as
// many bytes as their shapes say.
void RequireGoodResponse(const grpc::ByteBuffer& bytes, const ParsedAttend& parsed,
                         google::protobuf::Message& response);

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_ATTEND_RESPONSE_CHECK_H_
