// Attention in double precision, in plain passes: what the engine is held against.
#ifndef HEADWISE_TESTS_SUPPORT_ORACLE_H_
#define HEADWISE_TESTS_SUPPORT_ORACLE_H_

#include <cstdint>
#include <vector>

#include "engine/attention/attention_request.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise::testing {

// Answers for one sequence of `queries` = length(b) query rows, whatever the request asks for.
// Shapes: H heads, Tq = queries, Tk = keys of the request (padded), hv, Dout.
struct OracleOutput {
  std::int64_t queries = 0;
  std::vector<double> context;        // [Tq,Dout]
  std::vector<double> head_context;   // [H,Tq,hv], before gates
  std::vector<double> contributions;  // [H,Tq,Dout], before gates
  std::vector<double> scores;         // [H,Tq,Tk], -infinity for hidden keys
  std::vector<double> probabilities;  // [H,Tq,Tk]
  std::vector<double> log_sum_exp;    // [H,Tq]
};

// Sequence b of a request that fits the layer. Reads neither rows beyond the lengths nor what
// masks hide.
OracleOutput Attend(const LayerSpec& spec, const LayerWeights& weights,
                    const AttentionRequest& request, std::int64_t b);

// Means of HeadStatistic for one head over `rows`, from its probabilities [Tq,Tk].
std::vector<double> Statistics(const OracleOutput& of, std::int64_t head,
                               const std::vector<std::int64_t>& rows, std::int64_t keys,
                               std::int64_t offset);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SUPPORT_ORACLE_H_
