// How many CPUs this process may use.
#ifndef HEADWISE_ENGINE_PARALLEL_CPU_BUDGET_H_
#define HEADWISE_ENGINE_PARALLEL_CPU_BUDGET_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace headwise {

// The smaller of the affinity mask's CPUs and the cgroup's CPU quota rounded up; at least 1.
// Never the host's core count: a container on a large host would otherwise start far more
// threads than it may run. Thread-safe.
int CpuBudget();

// CPUs that a cgroup v2 `cpu.max` ("150000 100000", "max 100000") grants; nullopt for no limit
// or a text that is not understood.
std::optional<double> CpusOfCpuMax(absl::string_view cpu_max);

// The tightest quota on the way from this process's cgroup up to the root, under cgroup v2 or
// v1. `proc_self_cgroup` is the content of /proc/self/cgroup, `mount` the folder that cgroups
// are mounted on (a parameter for tests).
std::optional<double> CgroupCpus(absl::string_view proc_self_cgroup, const std::string& mount);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_PARALLEL_CPU_BUDGET_H_
