#include "client/command/head_times.h"

#include <utility>
#include <vector>

#include "client/command/median.h"

namespace headwise {

absl::Status MeasureHeads(const Client& client, v1::AttendRequest request, HeadsReport* report) {
  request.mutable_outputs()->set_timings(true);
  std::vector<std::vector<double>> head_ns;
  for (int run = 0; run < report->runs; ++run) {
    const auto response = client.Attend(request);
    if (!response.ok()) return response.status();
    const v1::Timings& timings = response->timings();
    const auto heads = static_cast<std::size_t>(timings.head_ns_size());
    if (heads == 0 || (run > 0 && head_ns.size() != heads)) {
      return absl::UnavailableError(
          "timings: the server measures no heads; start headwise-server with --head-timing");
    }
    head_ns.resize(heads);
    for (std::size_t h = 0; h < head_ns.size(); ++h) {
      head_ns[h].push_back(static_cast<double>(timings.head_ns(static_cast<int>(h))));
    }
    report->model = response->model();
    report->model_version = response->model_version();
    report->instruction_set = response->instruction_set();
  }
  for (const std::vector<double>& runs : head_ns) report->head_ns.push_back(Median(runs));
  return absl::OkStatus();
}

}  // namespace headwise
