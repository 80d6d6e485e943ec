// What is measured: layers and bare cores with inputs and outputs that are there.
#ifndef HEADWISE_TESTS_BENCH_SUBJECTS_H_
#define HEADWISE_TESTS_BENCH_SUBJECTS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "engine/attention/attention_core.h"
#include "engine/attention/attention_layer.h"
#include "engine/attention/engine.h"
#include "tests/support/random_layer.h"

namespace headwise::bench {

// A layer and a batch of requests to it, run again and again. Borrows the engine.
class Subject {
 public:
  Subject(Engine& engine, const LayerSpec& spec, const WeightOptions& weights = {});

  // A request of `batch` sequences of `tokens` tokens; `keys` 0: self-attention, or as many keys
  // as queries for a bare core. The reference stays valid.
  AttentionRequest& Add(std::int64_t batch, std::int64_t tokens, std::int64_t keys = 0);

  // As the server does it once a layer has been loaded.
  void WarmUp();
  // Runs all requests as one batch; ends the program if one fails. Outputs are made at the first
  // run.
  void Run();
  // Makes outputs anew, after a request has been changed.
  void PrepareAgain();
  double RunSeconds();

  const LayerSpec& spec() const { return layer_->spec(); }
  // The i-th tensor that Add made: a core's queries, keys and values, request by request.
  Tensor& input(std::size_t i) { return tensors_[i]; }
  // The i-th request's heads, after Run.
  const Tensor& head_context(std::size_t i) const { return calls_[i].head_context; }

 private:
  std::unique_ptr<AttentionLayer> layer_;
  std::deque<Tensor> tensors_;
  std::deque<testing::Call> calls_;
  bool prepared_ = false;
};

// A bare core of H heads that share KV kv heads.
LayerSpec CoreOf(std::int64_t heads, std::int64_t kv_heads, std::int64_t head_dim, bool causal);

// Useful operations of scores and weighted sums, all heads: causal counts visible pairs only.
double CoreFlops(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens);
// The same with the projections of every token.
double LayerFlops(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens);

// Bytes that have to be moved at least once: queries, keys, values and heads of a core; input,
// weights and context vectors of a layer.
double CoreBytes(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens);
double LayerBytes(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens);

}  // namespace headwise::bench

#endif  // HEADWISE_TESTS_BENCH_SUBJECTS_H_
