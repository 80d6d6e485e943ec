// headwise.v1.AttentionService.
#ifndef HEADWISE_SERVER_SERVICES_ATTENTION_SERVICE_H_
#define HEADWISE_SERVER_SERVICES_ATTENTION_SERVICE_H_

#include "grpcpp/support/byte_buffer.h"
#include "headwise/v1/attention.grpc.pb.h"
#include "server/admit/clock.h"
#include "server/admit/job_queue.h"
#include "server/log/logger.h"
#include "server/services/attend_intake.h"
#include "server/services/request_reader.h"

namespace headwise {

// Both methods are raw: we parse, so that malformed bytes get INVALID_ARGUMENT, and we encode, so
// that the engine's bytes are sent without a copy. They differ in their readers alone. Never
// blocks. Owned by the server; borrows all.
class AttentionService final
    : public v1::AttentionService::WithRawCallbackMethod_Attend<
          v1::AttentionService::WithRawCallbackMethod_AttendCore<v1::AttentionService::Service>> {
 public:
  struct Readers {
    const RequestReader& attend;
    const RequestReader& core;
  };

  AttentionService(const AttendIntake& intake, Readers readers, JobQueue& queue, const Clock& clock,
                   const Logger& logger)
      : intake_(intake), readers_(readers), queue_(queue), clock_(clock), logger_(logger) {}

  grpc::ServerUnaryReactor* Attend(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* AttendCore(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override;

 private:
  grpc::ServerUnaryReactor* Serve(const RequestReader& reader, grpc::CallbackServerContext& context,
                                  const grpc::ByteBuffer& request, grpc::ByteBuffer& response);

  const AttendIntake& intake_;
  const Readers readers_;
  JobQueue& queue_;
  const Clock& clock_;
  const Logger& logger_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_ATTENTION_SERVICE_H_
