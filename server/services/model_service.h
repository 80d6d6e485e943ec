// headwise.v1.ModelService.
#ifndef HEADWISE_SERVER_SERVICES_MODEL_SERVICE_H_
#define HEADWISE_SERVER_SERVICES_MODEL_SERVICE_H_

#include <string>

#include "headwise/v1/model.grpc.pb.h"
#include "server/models/model_store.h"

namespace headwise {

// Answers at once, in the handler. Owned by the server; borrows the store.
class ModelService final : public v1::ModelService::CallbackService {
 public:
  ModelService(const ModelStore& store, std::string instruction_set, v1::Limits limits)
      : store_(store), instruction_set_(std::move(instruction_set)), limits_(std::move(limits)) {}

  grpc::ServerUnaryReactor* ListModels(grpc::CallbackServerContext* context,
                                       const v1::ListModelsRequest* request,
                                       v1::ListModelsResponse* response) override;
  grpc::ServerUnaryReactor* GetModel(grpc::CallbackServerContext* context,
                                     const v1::GetModelRequest* request,
                                     v1::GetModelResponse* response) override;

 private:
  const ModelStore& store_;
  const std::string instruction_set_;
  const v1::Limits limits_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_MODEL_SERVICE_H_
