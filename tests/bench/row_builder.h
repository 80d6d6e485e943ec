// What rows of the table of targets are made with.
#ifndef HEADWISE_TESTS_BENCH_ROW_BUILDER_H_
#define HEADWISE_TESTS_BENCH_ROW_BUILDER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/attention/engine.h"
#include "tests/bench/ratio.h"
#include "tests/bench/subjects.h"
#include "tests/bench/yardsticks.h"

namespace headwise::bench {

using MakeSubject = std::function<std::unique_ptr<Subject>()>;

struct Targets {
  double reach;
  double goal;
};

// What a run computes, and what it has to move for that.
struct Work {
  double flops;
  double bytes;
};

Work CoreWork(const LayerSpec& spec, std::int64_t tokens);
Work LayerWork(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens);

// A layer of `heads` heads that share `kv_heads` kv heads.
LayerSpec LayerOf(std::int64_t d_model, std::int64_t heads, std::int64_t kv_heads,
                  std::int64_t head_dim, bool causal);

// Collects rows. Borrows engine and yardsticks; rows borrow the builder.
class RowBuilder {
 public:
  RowBuilder(Engine& engine, Yardsticks& yardsticks, int alternations)
      : engine_(engine), yardsticks_(yardsticks), alternations_(alternations) {}

  Engine& engine() { return engine_; }
  Yardsticks& yardsticks() { return yardsticks_; }
  int alternations() const { return alternations_; }
  std::vector<RatioRow>& rows() { return rows_; }

  void Add(RatioRow row) { rows_.push_back(std::move(row)); }
  // Work against G. Short runs are repeated, as G takes tens of milliseconds.
  void AddAgainstG(std::string name, Targets targets, Work work, MakeSubject make);
  // Time of one subject over that of another: at most.
  void AddTimes(std::string name, Targets targets, std::string yardstick, MakeSubject ours,
                MakeSubject theirs);
  // Runs a second of one subject over those of another: at least.
  void AddSpeeds(std::string name, Targets targets, std::string yardstick, MakeSubject ours,
                 MakeSubject theirs);

  // A subject of one request, which `change` may change.
  MakeSubject One(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens,
                  std::function<void(AttentionRequest&)> change = {});
  MakeSubject OneOf(const WeightOptions& weights, const LayerSpec& spec, std::int64_t batch,
                    std::int64_t tokens);

 private:
  Engine& engine_;
  Yardsticks& yardsticks_;
  const int alternations_;
  std::vector<RatioRow> rows_;
};

// The parts of the table, in its order.
void AddCoreRows(RowBuilder& builder);
void AddLayerRows(RowBuilder& builder);
void AddWeightRows(RowBuilder& builder);
void AddOptionRows(RowBuilder& builder);
void AddOverheadRows(RowBuilder& builder);

}  // namespace headwise::bench

#endif  // HEADWISE_TESTS_BENCH_ROW_BUILDER_H_
