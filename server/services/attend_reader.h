// Reads the requests of Attend.
#ifndef HEADWISE_SERVER_SERVICES_ATTEND_READER_H_
#define HEADWISE_SERVER_SERVICES_ATTEND_READER_H_

#include <memory>
#include <utility>

#include "server/models/model_store.h"
#include "server/services/request_reader.h"

namespace headwise {

// Errors are those of ReadMessage, ModelStore::Find, AttendFromProto and CheckValues; NOT_FOUND for
// a layer that the model does not have. Owned by the server; borrows the store. Thread-safe.
class AttendReader final : public RequestReader {
 public:
  AttendReader(const ModelStore& store, AttendPolicy policy)
      : store_(store), policy_(std::move(policy)) {}

  const char* event() const override { return "attend"; }
  absl::StatusOr<AttendWork> Read(const grpc::ByteBuffer& bytes, RequestTag& tag) const override;

 private:
  absl::StatusOr<AttendWork> MakeWork(std::unique_ptr<v1::AttendRequest> message) const;
  absl::StatusOr<ParsedAttend> Check(const v1::AttendRequest& message,
                                     const AttentionLayer& layer) const;

  const ModelStore& store_;
  const AttendPolicy policy_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_ATTEND_READER_H_
