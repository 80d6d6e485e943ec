// The inside of Engine, for the sources of this folder.
#ifndef HEADWISE_ENGINE_ATTENTION_ENGINE_IMPL_H_
#define HEADWISE_ENGINE_ATTENTION_ENGINE_IMPL_H_

#include <memory>
#include <mutex>
#include <utility>

#include "engine/attention/engine.h"
#include "engine/attention/plan_cache.h"
#include "engine/attention/workspace.h"
#include "engine/onednn/runtime.h"
#include "engine/parallel/worker_pool.h"

namespace headwise {

class Engine::Impl {
 public:
  Impl(std::unique_ptr<WorkerPool> pool, std::unique_ptr<OnednnRuntime> runtime, bool timed)
      : workers(std::move(pool)),
        onednn(std::move(runtime)),
        plans(*onednn),
        workspace(workers->size()),
        time_heads(timed) {}

  const std::unique_ptr<WorkerPool> workers;
  const std::unique_ptr<OnednnRuntime> onednn;
  PlanCache plans;
  // Held by whoever computes or makes plans; guards the workspace and worker 0.
  std::mutex mutex;
  Workspace workspace;
  const bool time_heads;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ENGINE_IMPL_H_
