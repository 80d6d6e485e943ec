#include "client/command/ablation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/command/median.h"
#include "client/command/progress.h"
#include "client/library/tensor.h"

namespace headwise {
namespace {

using HeadGroup = std::vector<std::int64_t>;

// Times of each head over the requests in which it was on.
class HeadTimes {
 public:
  explicit HeadTimes(int heads) : samples_(static_cast<std::size_t>(heads)) {}

  absl::Status Add(const v1::Timings& timings, const HeadGroup& off) {
    if (static_cast<std::size_t>(timings.head_ns_size()) != samples_.size()) {
      return absl::UnavailableError(
          "timings: the server measures no heads; start headwise-server with --head-timing");
    }
    for (std::size_t h = 0; h < samples_.size(); ++h) {
      if (std::count(off.begin(), off.end(), static_cast<std::int64_t>(h)) > 0) continue;
      samples_[h].push_back(static_cast<double>(timings.head_ns(static_cast<int>(h))));
    }
    return absl::OkStatus();
  }

  double Sum(const HeadGroup& group) const {
    double sum = 0;
    for (const std::int64_t head : group) sum += Median(samples_[static_cast<std::size_t>(head)]);
    return sum;
  }

 private:
  std::vector<std::vector<double>> samples_;
};

// The context vectors with the heads of `off` switched off.
absl::StatusOr<std::vector<float>> OutputWithout(const Client& client, const HeadGroup& off,
                                                 v1::AttendRequest* request, HeadTimes* times,
                                                 Ablation* ablation) {
  request->clear_gates();
  for (int head = 0; head < ablation->heads; ++head) request->add_gates(1);
  for (const std::int64_t head : off) request->set_gates(static_cast<int>(head), 0);
  const auto response = client.Attend(*request);
  if (!response.ok()) return response.status();
  if (absl::Status status = times->Add(response->timings(), off); !status.ok()) return status;
  ablation->model = response->model();
  ablation->model_version = response->model_version();
  ablation->instruction_set = response->instruction_set();
  auto values = FloatsOf(response->context());
  if (!values.ok()) return absl::InternalError(values.status().message());
  return values;
}

double Norm(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value) * value;
  return std::sqrt(sum);
}

void SortByEffect(std::vector<AblatedHeads>* groups) {
  std::stable_sort(groups->begin(), groups->end(),
                   [](const AblatedHeads& a, const AblatedHeads& b) {
                     return a.change.relative > b.change.relative;
                   });
}

Ablation Start(const v1::AttendRequest& request, int heads) {
  Ablation ablation;
  const auto& shape = request.input().shape();
  ablation.layer = request.layer();
  ablation.sequences = shape.size() == 3 ? shape[0] : 1;
  ablation.tokens = shape[shape.size() - 2];
  ablation.heads = heads;
  return ablation;
}

}  // namespace

OutputChange ChangeOf(absl::Span<const float> output, absl::Span<const float> changed) {
  OutputChange change;
  double squares = 0;
  double difference_squares = 0;
  for (std::size_t i = 0; i < output.size(); ++i) {
    const double difference = static_cast<double>(output[i]) - changed[i];
    squares += static_cast<double>(output[i]) * output[i];
    difference_squares += difference * difference;
    change.largest = std::max(change.largest, std::abs(difference));
  }
  change.relative = squares > 0 ? std::sqrt(difference_squares / squares) : 0;
  return change;
}

absl::StatusOr<Ablation> Ablate(const Client& client, v1::AttendRequest request,
                                const std::vector<HeadGroup>& groups, int heads,
                                Progress* progress) {
  Ablation ablation = Start(request, heads);
  request.set_output_dtype(v1::DATA_TYPE_F32);
  request.mutable_outputs()->set_timings(true);
  HeadTimes times(heads);
  const auto output = OutputWithout(client, {}, &request, &times, &ablation);
  if (!output.ok()) return output.status();
  ablation.output_norm = Norm(*output);
  for (const HeadGroup& group : groups) {
    progress->Set(absl::StrCat("switching off ", absl::StrJoin(group, ","), ": ",
                               ablation.groups.size() + 1, " of ", groups.size()));
    const auto changed = OutputWithout(client, group, &request, &times, &ablation);
    if (!changed.ok()) return changed.status();
    if (changed->size() != output->size()) {
      return absl::InternalError("context: the answers to the same input differ in shape");
    }
    ablation.groups.push_back({group, ChangeOf(*output, *changed), 0});
  }
  for (AblatedHeads& group : ablation.groups) group.time_ns = times.Sum(group.heads);
  SortByEffect(&ablation.groups);
  return ablation;
}

}  // namespace headwise
