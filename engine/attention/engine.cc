#include "engine/attention/engine.h"

#include <utility>

#include "engine/attention/engine_impl.h"
#include "engine/parallel/cpu_budget.h"
#include "engine/simd/instruction_set.h"

namespace headwise {

absl::StatusOr<std::unique_ptr<Engine>> Engine::Create(const EngineOptions& options) {
  auto workers = WorkerPool::Create(options.workers == 0 ? CpuBudget() : options.workers);
  if (!workers.ok()) return workers.status();
  auto onednn = OnednnRuntime::Create((*workers)->size());
  if (!onednn.ok()) return onednn.status();
  return std::unique_ptr<Engine>(new Engine(
      std::make_unique<Impl>(*std::move(workers), *std::move(onednn), options.time_heads)));
}

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::~Engine() = default;

std::string Engine::instruction_set() const { return InstructionSet(); }

std::string Engine::OnednnVersion() { return OnednnRuntime::Version(); }

EngineStats Engine::stats() const {
  EngineStats stats;
  stats.plan_cache_hits = impl_->plans.hits();
  stats.plan_cache_misses = impl_->plans.misses();
  stats.plans = impl_->plans.plans();
  stats.workers = impl_->workers->size();
  stats.worker_busy_seconds = impl_->workers->busy_seconds();
  return stats;
}

}  // namespace headwise
