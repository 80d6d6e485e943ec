// What all models of a process share: the workers and the matmul plans.
#ifndef HEADWISE_ENGINE_ATTENTION_ENGINE_H_
#define HEADWISE_ENGINE_ATTENTION_ENGINE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace headwise {

struct EngineOptions {
  // Threads that compute; 0 takes the CPUs that the cgroup's quota and the affinity mask allow.
  int workers = 0;
  // Measure each head's time. Never changes a result.
  bool time_heads = true;
};

struct EngineStats {
  std::int64_t plan_cache_hits = 0;
  std::int64_t plan_cache_misses = 0;
  std::int64_t plans = 0;
  int workers = 0;
  double worker_busy_seconds = 0;  // summed over the workers
};

// Thread-safe: calls from several threads run one after the other on the workers. Must outlive
// every Model made with it.
class Engine {
 public:
  // INVALID_ARGUMENT for a negative or absurd number of workers; INTERNAL if oneDNN or the
  // system refuses.
  static absl::StatusOr<std::unique_ptr<Engine>> Create(const EngineOptions& options = {});
  ~Engine();

  // "avx512_core_bf16", "avx2", ...: what oneDNN dispatches to.
  std::string instruction_set() const;
  // "2.6.3"
  static std::string OnednnVersion();
  EngineStats stats() const;

  // For the classes of this floor.
  class Impl;
  Impl& impl() { return *impl_; }

 private:
  explicit Engine(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ENGINE_H_
