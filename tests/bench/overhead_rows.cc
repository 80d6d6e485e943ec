// What is not arithmetic: first requests, memory, measuring.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/attention/warm_up.h"
#include "tests/bench/row_builder.h"
#include "tests/support/peak_memory.h"

namespace headwise::bench {
namespace {

// The first request of a length against the same request again, on an engine that has done no more
// than its warm-up. Lengths grow with their number's
// square, from 1 on.
void AddFirstRequest(RowBuilder& builder) {
  constexpr std::int64_t kWidth = 768;
  const auto measure = [&builder] {
    const auto engine = Engine::Create({});
    Subject subject(**engine, LayerOf(kWidth, 12, 12, 64, true));
    AttentionRequest& request = subject.Add(1, 1);
    subject.WarmUp();
    Tensor input;
    std::vector<double> first, second;
    for (std::int64_t i = 0; i < builder.alternations(); ++i) {
      const std::int64_t tokens = 1 + i * i;
      input = Tensor(DType::kF32, *Shape::Create({1, tokens, kWidth}));
      std::fill_n(input.floats(), tokens * kWidth, 0.5f);
      request.input = input.view();
      subject.PrepareAgain();
      first.push_back(Seconds([&] { subject.Run(); }));
      second.push_back(Seconds([&] { subject.Run(); }));
    }
    return Summarise(first, second);
  };
  builder.Add({"first request of a length over the second, layer D768", 3, 1.5, Sense::kMax,
               "second request", measure});
}

// Memory is no rate and does not drift: one run tells.
void AddMemory(RowBuilder& builder) {
  const auto measure = [] {
    const auto engine = Engine::Create({});
    Subject subject(**engine, CoreOf(12, 12, 64, true));
    subject.Add(1, 32768);
    subject.PrepareAgain();
    const double before = testing::ResetPeakMemory();
    subject.Run();
    const double yardstick = 64 << 20;
    const double ours = testing::PeakMemory() - before;
    const double ratio = ours / yardstick;
    return Ratio{ratio, ratio, ratio, ours, yardstick, 1};
  };
  builder.Add({"memory beyond inputs and outputs, core H12 hd64 T32768", 1, 0.25, Sense::kMax,
               "64 MiB", measure});
}

// A bare core: there is nothing else in which the clocks could hide.
std::unique_ptr<Subject> ShortCore(Engine& engine) {
  auto subject = std::make_unique<Subject>(engine, CoreOf(12, 12, 64, true));
  subject->Add(1, 128);
  return subject;
}

// Times of a core whose engine measures each head, and of one whose engine does not.
struct Pair {
  double timed;
  double silent;
};

// Median times of a pair of engines and cores made for it, by turns in either order.
Pair TimeFreshPair() {
  constexpr int kTurns = 32;
  const auto timed_engine = Engine::Create({0, /*time_heads=*/true});
  const auto silent_engine = Engine::Create({0, /*time_heads=*/false});
  const std::unique_ptr<Subject> timed = ShortCore(**timed_engine);
  const std::unique_ptr<Subject> silent = ShortCore(**silent_engine);
  timed->Run();
  silent->Run();
  std::vector<double> timed_seconds, silent_seconds;
  for (int turn = 0; turn < kTurns; ++turn) {
    if (turn % 2 == 0) timed_seconds.push_back(timed->RunSeconds());
    silent_seconds.push_back(silent->RunSeconds());
    if (turn % 2 != 0) timed_seconds.push_back(timed->RunSeconds());
  }
  return {Median(timed_seconds), Median(silent_seconds)};
}

// Where threads and memory of an engine lie makes more of a difference than the clocks: each
// alternation is a new pair.
void AddMeasuring(RowBuilder& builder) {
  const auto measure = [&builder] {
    std::vector<double> timed, silent;
    for (int i = 0; i < 2 * builder.alternations(); ++i) {
      const Pair pair = TimeFreshPair();
      timed.push_back(pair.timed);
      silent.push_back(pair.silent);
    }
    return Summarise(timed, silent);
  };
  builder.Add({"time per head measured, core causal H12 hd64 T128", 1.01, 1.003, Sense::kMax,
               "not measured", measure});
}

}  // namespace

void AddOverheadRows(RowBuilder& builder) {
  AddFirstRequest(builder);
  AddMemory(builder);
  AddMeasuring(builder);
}

}  // namespace headwise::bench
