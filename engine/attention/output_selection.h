// Which outputs a caller wants.
#ifndef HEADWISE_ENGINE_ATTENTION_OUTPUT_SELECTION_H_
#define HEADWISE_ENGINE_ATTENTION_OUTPUT_SELECTION_H_

#include <cstdint>
#include <vector>

namespace headwise {

// Heads and query rows that a question is about, each once; answers come in this order.
struct RowSelection {
  std::vector<std::int32_t> heads;  // empty: the question is not asked
  std::vector<std::int64_t> rows;   // empty: all

  bool wanted() const { return !heads.empty(); }
  std::int64_t row_count(std::int64_t tokens) const {
    return rows.empty() ? tokens : static_cast<std::int64_t>(rows.size());
  }
};

// Statistics of a head's probabilities, in the order of the answer's last dimension. Each is a
// mean over the rows asked for that see at least one key.
enum class HeadStatistic {
  kEntropy,        // -sum p ln p, in nats
  kLargestWeight,  // largest p of a row
  kMeanDistance,   // sum p |i + (Tk - Tq) - j|, in tokens
  kFirstToken,     // p of key 0
  kDiagonal,       // p of the key at the query's own place, j = i + (Tk - Tq)
  kRows,           // not a mean: how many rows those are
};
inline constexpr int kHeadStatistics = 6;

// Everything but `context` is about single heads, before their gates.
struct OutputSelection {
  bool context = true;                           // context vectors after the merge
  std::vector<std::int32_t> head_context_heads;  // Z_h
  std::vector<std::int32_t> contribution_heads;  // Z_h W_o,h, which sum to the context - bias
  bool log_sum_exp = false;                      // log of the softmax denominator
  RowSelection probabilities;                    // softmax of the scores
  RowSelection scores;                           // what the softmax is of
  RowSelection top_keys;                         // keys of the largest probabilities
  std::int32_t top_count = 0;                    // how many keys a row, for top_keys
  RowSelection statistics;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_OUTPUT_SELECTION_H_
