// headwise.v1.AttentionService.
#ifndef HEADWISE_SERVER_SERVICES_ATTENTION_SERVICE_H_
#define HEADWISE_SERVER_SERVICES_ATTENTION_SERVICE_H_

#include "grpcpp/support/byte_buffer.h"
#include "headwise/v1/attention.grpc.pb.h"
#include "server/admit/clock.h"
#include "server/admit/job_queue.h"
#include "server/log/logger.h"
#include "server/services/attend_intake.h"

namespace headwise {

// Attend is raw: we parse, so that malformed bytes get INVALID_ARGUMENT, and we encode, so that
// the engine's bytes are sent without a copy. Never blocks. Owned by the server; borrows all.
class AttentionService final
    : public v1::AttentionService::WithRawCallbackMethod_Attend<v1::AttentionService::Service> {
 public:
  AttentionService(const AttendIntake& intake, JobQueue& queue, const Clock& clock,
                   const Logger& logger)
      : intake_(intake), queue_(queue), clock_(clock), logger_(logger) {}

  grpc::ServerUnaryReactor* Attend(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) override;

 private:
  const AttendIntake& intake_;
  JobQueue& queue_;
  const Clock& clock_;
  const Logger& logger_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_ATTENTION_SERVICE_H_
