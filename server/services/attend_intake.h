// From a call's bytes to a job that can be queued.
#ifndef HEADWISE_SERVER_SERVICES_ATTEND_INTAKE_H_
#define HEADWISE_SERVER_SERVICES_ATTEND_INTAKE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "grpcpp/support/byte_buffer.h"
#include "headwise/v1/attention.pb.h"
#include "server/admit/clock.h"
#include "server/batch/attend_job.h"
#include "server/convert/attend_request.h"
#include "server/metrics/model_metrics.h"
#include "server/models/model_store.h"
#include "server/options/options.h"

namespace headwise {

struct AttendPolicy {
  AttendLimits limits;
  NonFinitePolicy nonfinite = NonFinitePolicy::kReject;
  std::string instruction_set;
};

// What a request says of itself, for counters and the log, even if it is refused: as far as it
// could be read.
struct RequestTag {
  std::string model;
  std::string request_id;
  std::int64_t bytes = 0;
  std::int32_t layer = -1;
  v1::Form form = v1::FORM_UNSPECIFIED;
  std::int64_t sequences = 0;
  std::int64_t tokens = 0;  // before the sequences' lengths
};

// Parses, finds model and layer, and checks everything. Owned by the service; borrows store,
// clock and counters. Thread-safe.
class AttendIntake {
 public:
  AttendIntake(const ModelStore& store, const Clock& clock, const RejectCounters& unnamed,
               AttendPolicy policy)
      : store_(store), clock_(clock), unnamed_(unnamed), policy_(std::move(policy)) {}

  // Errors are those of ParseAttendRequest, ModelStore::Find and AttendFromProto; NOT_FOUND for
  // a layer that the model does not have; RESOURCE_EXHAUSTED if memory is short. Fills `tag` as
  // far as the bytes tell it. Refusals are counted under the model.
  absl::StatusOr<std::shared_ptr<AttendJob>> MakeJob(const grpc::ByteBuffer& bytes,
                                                     Clock::Time deadline, AttendJob::Done done,
                                                     RequestTag& tag) const;

 private:
  // Throws std::bad_alloc.
  absl::StatusOr<AttendWork> Decode(const grpc::ByteBuffer& bytes, RequestTag& tag) const;
  absl::StatusOr<AttendWork> MakeWork(std::unique_ptr<v1::AttendRequest> message) const;
  absl::StatusOr<ParsedAttend> Check(const v1::AttendRequest& message, const Model& model) const;
  void CountRefusal(const RequestTag& tag, const absl::Status& status) const;

  const ModelStore& store_;
  const Clock& clock_;
  const RejectCounters& unnamed_;
  const AttendPolicy policy_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_ATTEND_INTAKE_H_
