#include "server/metrics/process_collector.h"

#include <dirent.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "server/metrics/single_value.h"

namespace headwise {
namespace {

constexpr int kUtimeField = 14;  // fields of /proc/self/stat count from 1
constexpr int kStartTimeField = 22;
constexpr int kRssField = 24;

// The fields from the third on: the second, the program's name, may hold blanks.
std::optional<std::vector<double>> StatFields() {
  std::ifstream file("/proc/self/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream rest(line.substr(name_end + 1));
  std::string word;
  std::vector<double> fields(3, 0);  // so that fields[i] is field i; the third is a letter
  rest >> word;
  fields.push_back(0);
  for (double value; rest >> value;) fields.push_back(value);
  if (static_cast<int>(fields.size()) <= kRssField) return std::nullopt;
  return fields;
}

std::optional<double> BootTime() {
  std::ifstream file("/proc/stat");
  for (std::string line; std::getline(file, line);) {
    if (absl::StartsWith(line, "btime ")) return std::stod(line.substr(6));
  }
  return std::nullopt;
}

std::optional<double> OpenDescriptors() {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/fd"), closedir);
  if (folder == nullptr) return std::nullopt;
  double count = -3;  // ".", ".." and the folder itself
  while (readdir(folder.get()) != nullptr) ++count;
  return count;
}

}  // namespace

std::vector<prometheus::MetricFamily> ProcessCollector::Collect() const {
  std::vector<prometheus::MetricFamily> families;
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  if (const auto fields = StatFields()) {
    const double cpu = ((*fields)[kUtimeField] + (*fields)[kUtimeField + 1]) / ticks;
    families.push_back(SingleCounter("process_cpu_seconds_total",
                                     "User and system CPU time spent in seconds.", cpu));
    families.push_back(SingleGauge("process_resident_memory_bytes",
                                   "Resident memory size in bytes.",
                                   (*fields)[kRssField] * sysconf(_SC_PAGESIZE)));
    if (const auto boot = BootTime()) {
      families.push_back(SingleGauge("process_start_time_seconds",
                                     "Start time of the process since the Unix epoch in seconds.",
                                     *boot + (*fields)[kStartTimeField] / ticks));
    }
  }
  if (const auto open = OpenDescriptors()) {
    families.push_back(SingleGauge("process_open_fds", "Number of open file descriptors.", *open));
  }
  if (rlimit limit{}; getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    families.push_back(SingleGauge("process_max_fds", "Maximum number of open file descriptors.",
                                   static_cast<double>(limit.rlim_cur)));
  }
  return families;
}

}  // namespace headwise
