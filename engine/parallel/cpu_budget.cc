#include "engine/parallel/cpu_budget.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace headwise {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream stream(path);
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

int AffinityCpus() {
  // Large enough for 8,192 CPUs; the kernel refuses a mask smaller than its own.
  std::vector<cpu_set_t> mask(8192 / CPU_SETSIZE);
  const std::size_t bytes = mask.size() * sizeof(cpu_set_t);
  if (sched_getaffinity(0, bytes, mask.data()) == 0) return CPU_COUNT_S(bytes, mask.data());
  return static_cast<int>(std::thread::hardware_concurrency());
}

std::optional<double> CpusOfCfsFiles(const std::string& folder) {
  double quota = 0;
  double period = 0;
  const std::string quota_text = ReadFile(folder + "/cpu.cfs_quota_us");
  const std::string period_text = ReadFile(folder + "/cpu.cfs_period_us");
  if (!absl::SimpleAtod(absl::StripAsciiWhitespace(quota_text), &quota) || quota <= 0) {
    return std::nullopt;
  }
  if (!absl::SimpleAtod(absl::StripAsciiWhitespace(period_text), &period) || period <= 0) {
    return std::nullopt;
  }
  return quota / period;
}

std::optional<double> CpusOfFolder(const std::string& folder, bool v2) {
  return v2 ? CpusOfCpuMax(ReadFile(folder + "/cpu.max")) : CpusOfCfsFiles(folder);
}

// The tightest limit of `path` and its parents below `root`.
std::optional<double> TightestOnPath(const std::string& root, std::string path, bool v2) {
  std::optional<double> tightest;
  while (true) {
    const std::optional<double> cpus = CpusOfFolder(root + path, v2);
    if (cpus && (!tightest || *cpus < *tightest)) tightest = cpus;
    const std::size_t slash = path.rfind('/');
    if (path.empty() || slash == std::string::npos) return tightest;
    path.resize(slash);
  }
}

}  // namespace

std::optional<double> CpusOfCpuMax(absl::string_view cpu_max) {
  const std::vector<absl::string_view> fields =
      absl::StrSplit(absl::StripAsciiWhitespace(cpu_max), ' ');
  double quota = 0;
  double period = 0;
  if (fields.size() != 2 || !absl::SimpleAtod(fields[0], &quota) ||
      !absl::SimpleAtod(fields[1], &period) || !(quota > 0) || !(period > 0) ||
      !std::isfinite(quota) || !std::isfinite(period)) {
    return std::nullopt;
  }
  return quota / period;
}

std::optional<double> CgroupCpus(absl::string_view proc_self_cgroup, const std::string& mount) {
  std::optional<double> tightest;
  for (absl::string_view line : absl::StrSplit(proc_self_cgroup, '\n', absl::SkipEmpty())) {
    // hierarchy-ID:controllers:path, with "0::path" for cgroup v2
    const std::vector<std::string> fields = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (fields.size() != 3) continue;
    const bool v2 = fields[0] == "0" && fields[1].empty();
    const std::vector<absl::string_view> controllers = absl::StrSplit(fields[1], ',');
    const bool v1 = std::find(controllers.begin(), controllers.end(), "cpu") != controllers.end();
    if (!v1 && !v2) continue;
    const std::string root = v2 ? mount : mount + "/cpu";
    const std::optional<double> cpus = TightestOnPath(root, fields[2] == "/" ? "" : fields[2], v2);
    if (cpus && (!tightest || *cpus < *tightest)) tightest = cpus;
  }
  return tightest;
}

int CpuBudget() {
  int cpus = std::max(1, AffinityCpus());
  const std::optional<double> quota = CgroupCpus(ReadFile("/proc/self/cgroup"), "/sys/fs/cgroup");
  if (quota) cpus = std::min(cpus, std::max(1, static_cast<int>(std::ceil(*quota))));
  return cpus;
}

}  // namespace headwise
