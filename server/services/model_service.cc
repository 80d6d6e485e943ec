#include "server/services/model_service.h"

#include "server/convert/grpc_status.h"
#include "server/convert/model_info.h"

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
                                                   const v1::ListModelsRequest* request,
                                                   v1::ListModelsResponse* response) {
  for (const ModelStore::Listed& listed : store_.List()) {
    *response->add_models() = SummaryToProto(listed.name, ModelOf(listed));
  }
  return Finish(context, absl::OkStatus());
}

grpc::ServerUnaryReactor* ModelService::GetModel(grpc::CallbackServerContext* context,
                                                 const v1::GetModelRequest* request,
                                                 v1::GetModelResponse* response) {
  const absl::StatusOr<ModelStore::Listed> listed = store_.Describe(request->model());
  if (!listed.ok()) return Finish(context, listed.status());
  *response = ModelToProto(listed->name, ModelOf(*listed));
  if (listed->model != nullptr) {
    response->set_instruction_set(instruction_set_);
    *response->mutable_limits() = limits_;
  }
  return Finish(context, absl::OkStatus());
}

}  // namespace headwise
