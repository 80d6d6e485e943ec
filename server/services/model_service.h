// headwise.v1.ModelService.
#ifndef HEADWISE_SERVER_SERVICES_MODEL_SERVICE_H_
#define HEADWISE_SERVER_SERVICES_MODEL_SERVICE_H_

#include <string>

#include "grpcpp/support/byte_buffer.h"
#include "headwise/v1/model.grpc.pb.h"
#include "server/models/model_store.h"

namespace headwise {

// Answers at once, in the handler. Raw, see small_message.h. Owned by the server; borrows the
// store.
class ModelService final
    : public v1::ModelService::WithRawCallbackMethod_ListModels<
          v1::ModelService::WithRawCallbackMethod_GetModel<v1::ModelService::Service>> {
 public:
  ModelService(const ModelStore& store, std::string instruction_set, v1::Limits limits)
      : store_(store), instruction_set_(std::move(instruction_set)), limits_(std::move(limits)) {}

  grpc::ServerUnaryReactor* ListModels(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* GetModel(grpc::CallbackServerContext* context,
                                     const grpc::ByteBuffer* request,
                                     grpc::ByteBuffer* response) override;

 private:
  const ModelStore& store_;
  const std::string instruction_set_;
  const v1::Limits limits_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_MODEL_SERVICE_H_
