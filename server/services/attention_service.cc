#include "server/services/attention_service.h"

#include <memory>
#include <utility>

#include "server/services/attend_call.h"

namespace headwise {

grpc::ServerUnaryReactor* AttentionService::Attend(grpc::CallbackServerContext* context,
                                                   const grpc::ByteBuffer* request,
                                                   grpc::ByteBuffer* response) {
  return Serve(readers_.attend, *context, *request, *response);
}

grpc::ServerUnaryReactor* AttentionService::AttendCore(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* response) {
  return Serve(readers_.core, *context, *request, *response);
}

grpc::ServerUnaryReactor* AttentionService::Serve(const RequestReader& reader,
                                                  grpc::CallbackServerContext& context,
                                                  const grpc::ByteBuffer& request,
                                                  grpc::ByteBuffer& response) {
  auto* call = new AttendCall(context, response, queue_, clock_, logger_);
  absl::StatusOr<std::shared_ptr<AttendJob>> job = intake_.MakeJob(
      reader, request, call->deadline(),
      [call](const absl::Status& status, grpc::ByteBuffer& bytes) { call->Answer(status, bytes); },
      call->tag());
  // The job has what it needs. gRPC would keep the bytes until the answer is sent; they are its
  // own object, lent to handlers as const.
  const_cast<grpc::ByteBuffer&>(request).Clear();
  if (job.ok()) {
    call->Submit(*std::move(job));
  } else {
    call->Refuse(job.status());
  }
  return call;
}

}  // namespace headwise
