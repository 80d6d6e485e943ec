#include "server/services/health_watch.h"

#include "server/services/small_message.h"

namespace headwise {

HealthWatch::HealthWatch(HealthState& state, const std::string& name) : state_(state) {
  state_.AddWatcher(name, *this);
}

void HealthWatch::OnServing(std::optional<bool> serving) {
  const std::lock_guard<std::mutex> lock(mutex_);
  wanted_ = !serving   ? Response::SERVICE_UNKNOWN
            : *serving ? Response::SERVING
                       : Response::NOT_SERVING;
  Advance();
}

void HealthWatch::OnEnd() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!end_) end_ = grpc::Status(grpc::StatusCode::UNAVAILABLE, "the server is shutting down");
  Advance();
}

void HealthWatch::OnWriteDone(bool ok) {
  const std::lock_guard<std::mutex> lock(mutex_);
  writing_ = false;
  if (!ok && !end_) end_ = grpc::Status(grpc::StatusCode::CANCELLED, "the client went away");
  Advance();
}

void HealthWatch::OnCancel() {
  const std::lock_guard<std::mutex> lock(mutex_);
  end_ = grpc::Status(grpc::StatusCode::CANCELLED, "the client cancelled the call");
  Advance();
}

void HealthWatch::OnDone() {
  state_.RemoveWatcher(*this);
  delete this;
}

void HealthWatch::Advance() {
  if (finished_ || writing_) return;
  if (wanted_ != written_.status() && (!end_ || end_->error_code() != grpc::CANCELLED)) {
    writing_ = true;
    written_.set_status(wanted_);
    bytes_ = Encode(written_);
    StartWrite(&bytes_);
  } else if (end_) {
    finished_ = true;
    Finish(*end_);
  }
}

}  // namespace headwise
