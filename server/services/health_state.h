// What the health service says, and who watches it.
#ifndef HEADWISE_SERVER_SERVICES_HEALTH_STATE_H_
#define HEADWISE_SERVER_SERVICES_HEALTH_STATE_H_

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace headwise {

// "liveness" serves from the start. "", the services' full names and "readiness" serve while the
// server is ready. Owned by the server. Thread-safe.
class HealthState {
 public:
  // Told about changes, under the state's lock: it must not call back.
  class Watcher {
   public:
    virtual ~Watcher() = default;
    // nullopt: the name is unknown.
    virtual void OnServing(std::optional<bool> serving) = 0;
    // No more changes will come.
    virtual void OnEnd() = 0;
  };

  // nullopt: the name is unknown.
  std::optional<bool> IsServing(absl::string_view name) const;
  // All models are ready. Without effect after Drain.
  void SetReady();
  // Not ready for good. True if it was ready before.
  bool Drain();

  // Tells the watcher the present state at once. The caller removes it before it goes.
  void AddWatcher(const std::string& name, Watcher& watcher);
  void RemoveWatcher(Watcher& watcher);
  // Ends all watchers, present and future.
  void End();

 private:
  std::optional<bool> IsServingLocked(absl::string_view name) const;
  void ChangeLocked(bool ready);

  mutable std::mutex mutex_;
  bool ready_ = false;
  bool drained_ = false;
  bool ended_ = false;
  std::map<Watcher*, std::string> watchers_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_HEALTH_STATE_H_
