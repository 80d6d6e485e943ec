#include "server/services/model_service.h"

#include "server/convert/grpc_status.h"
#include "server/convert/model_info.h"
#include "server/services/small_message.h"

namespace headwise {
namespace {

const Model* ModelOf(const ModelStore::Listed& listed) {
  return listed.model == nullptr ? nullptr : listed.model->model.get();
}

grpc::ServerUnaryReactor* Finish(grpc::CallbackServerContext* context, const absl::Status& status) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(ToGrpcStatus(status));
  return reactor;
}

}  // namespace

grpc::ServerUnaryReactor* ModelService::ListModels(grpc::CallbackServerContext* context,
                                                   const grpc::ByteBuffer* request,
                                                   grpc::ByteBuffer* response) {
  v1::ListModelsRequest message;
  const absl::Status status = ParseSmall(*request, message);
  if (!status.ok()) return Finish(context, status);
  v1::ListModelsResponse answer;
  for (const ModelStore::Listed& listed : store_.List()) {
    *answer.add_models() = SummaryToProto(listed.name, ModelOf(listed));
  }
  *response = Encode(answer);
  return Finish(context, absl::OkStatus());
}

grpc::ServerUnaryReactor* ModelService::GetModel(grpc::CallbackServerContext* context,
                                                 const grpc::ByteBuffer* request,
                                                 grpc::ByteBuffer* response) {
  v1::GetModelRequest message;
  const absl::Status status = ParseSmall(*request, message);
  if (!status.ok()) return Finish(context, status);
  const absl::StatusOr<ModelStore::Listed> listed = store_.Describe(message.model());
  if (!listed.ok()) return Finish(context, listed.status());
  v1::GetModelResponse answer = ModelToProto(listed->name, ModelOf(*listed));
  if (listed->model != nullptr) {
    answer.set_instruction_set(instruction_set_);
    *answer.mutable_limits() = limits_;
  }
  *response = Encode(answer);
  return Finish(context, absl::OkStatus());
}

}  // namespace headwise
