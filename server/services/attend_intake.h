// From a call's bytes to a job that can be queued.
#ifndef HEADWISE_SERVER_SERVICES_ATTEND_INTAKE_H_
#define HEADWISE_SERVER_SERVICES_ATTEND_INTAKE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/admit/clock.h"
#include "server/batch/attend_job.h"
#include "server/metrics/request_metrics.h"
#include "server/models/model_store.h"
#include "server/services/request_reader.h"

namespace headwise {

// Has a request read, takes the time, counts. Owned by the server; borrows store, clock and
// counters. Thread-safe.
class AttendIntake {
 public:
  // Requests without a model are counted under `nameless`.
  AttendIntake(const ModelStore& store, const Clock& clock, const RequestMetrics& nameless)
      : store_(store), clock_(clock), nameless_(nameless) {}

  // Errors are the reader's; RESOURCE_EXHAUSTED if memory is short. Fills `tag` as far as the bytes
  // tell it. Refusals are counted under the model.
  absl::StatusOr<std::shared_ptr<AttendJob>> MakeJob(const RequestReader& reader,
                                                     const grpc::ByteBuffer& bytes,
                                                     Clock::Time deadline, AttendJob::Done done,
                                                     RequestTag& tag) const;

 private:
  // Throws std::bad_alloc.
  absl::StatusOr<AttendWork> Read(const RequestReader& reader, const grpc::ByteBuffer& bytes,
                                  RequestTag& tag) const;
  void CountRefusal(const RequestTag& tag, const absl::Status& status) const;

  const ModelStore& store_;
  const Clock& clock_;
  const RequestMetrics& nameless_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_ATTEND_INTAKE_H_
