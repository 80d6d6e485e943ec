#include "client/command/head_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "client/library/tensor.h"

namespace headwise {
namespace {

absl::Status Contradiction(const v1::Probabilities& probabilities) {
  return absl::InternalError(absl::StrCat("probabilities: the answer's shape ",
                                          ShapeText(probabilities.tensor().shape()),
                                          " does not fit its ", probabilities.heads_size(),
                                          " heads and ", probabilities.rows_size(), " rows"));
}

}  // namespace

void HeadStatistics::AddRow(std::int64_t row, absl::Span<const float> probabilities) {
  double sum = 0;
  double entropy = 0;
  double distance = 0;
  float largest = 0;
  for (std::size_t key = 0; key < probabilities.size(); ++key) {
    const double p = probabilities[key];
    if (!(p > 0)) continue;
    sum += p;
    entropy -= p * std::log2(p);
    distance += p * static_cast<double>(std::abs(row - static_cast<std::int64_t>(key)));
    largest = std::max(largest, probabilities[key]);
  }
  if (sum == 0) return;
  ++rows_;
  entropy_ += entropy;
  distance_ += distance;
  largest_ += largest;
  largest_weight_ = std::max(largest_weight_, largest);
}

absl::Status AddProbabilities(const v1::Probabilities& probabilities,
                              std::vector<HeadStatistics>* heads) {
  const auto& shape = probabilities.tensor().shape();
  const absl::StatusOr<std::vector<float>> values = FloatsOf(probabilities.tensor());
  if (!values.ok()) return absl::InternalError(values.status().message());
  const int rank = shape.size();
  if (rank < 3 || rank > 4 || shape[rank - 3] != probabilities.heads_size() ||
      shape[rank - 2] != probabilities.rows_size()) {
    return Contradiction(probabilities);
  }
  const auto keys = static_cast<std::size_t>(shape[rank - 1]);
  const std::int64_t batch = rank == 4 ? shape[0] : 1;
  const float* next = values->data();
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int32_t head : probabilities.heads()) {
      if (head < 0 || static_cast<std::size_t>(head) >= heads->size()) {
        return Contradiction(probabilities);
      }
      for (std::int64_t row : probabilities.rows()) {
        (*heads)[head].AddRow(row, absl::MakeConstSpan(next, keys));
        next += keys;
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace headwise
