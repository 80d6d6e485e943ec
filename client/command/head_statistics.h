// What a head's attention probabilities look like.
#ifndef HEADWISE_CLIENT_COMMAND_HEAD_STATISTICS_H_
#define HEADWISE_CLIENT_COMMAND_HEAD_STATISTICS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Sums over the query rows of one head; a row that sees no key does not count.
// Thread-compatible.
class HeadStatistics {
 public:
  // `probabilities` of query row `row` over the keys 0..T-1.
  void AddRow(std::int64_t row, absl::Span<const float> probabilities);

  std::int64_t rows() const { return rows_; }
  // Means over the rows; 0 without rows.
  double entropy_bits() const { return Mean(entropy_); }         // -sum p*log2(p)
  double mean_largest_weight() const { return Mean(largest_); }  // of each row
  double mean_distance() const { return Mean(distance_); }       // sum p*|i-j|
  // Of all rows.
  float largest_weight() const { return largest_weight_; }

 private:
  double Mean(double sum) const { return rows_ == 0 ? 0 : sum / static_cast<double>(rows_); }

  std::int64_t rows_ = 0;
  double entropy_ = 0;
  double largest_ = 0;
  double distance_ = 0;
  float largest_weight_ = 0;
};

// Adds an answer's probabilities, [B,heads,rows,T] or [heads,rows,T], to `heads`, which is
// indexed by head. INTERNAL if the answer contradicts itself.
absl::Status AddProbabilities(const v1::Probabilities& probabilities,
                              std::vector<HeadStatistics>* heads);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEAD_STATISTICS_H_
