#include "tests/bench/ratio_rows.h"

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/bench/peak_memory.h"
#include "tests/bench/subjects.h"
#include "tests/bench/weight_errors.h"

namespace headwise::bench {
namespace {

LayerSpec LayerOf(std::int64_t d_model, std::int64_t heads, std::int64_t kv_heads,
                  std::int64_t head_dim, bool causal) {
  LayerSpec spec = testing::MakeSpec(d_model, heads, kv_heads, head_dim);
  spec.causal = causal;
  return spec;
}

class RowMaker {
 public:
  RowMaker(Engine& engine, Yardsticks& yardsticks, int alternations)
      : engine_(engine), yardsticks_(yardsticks), alternations_(alternations) {}

  std::vector<RatioRow> Make() {
    AddCores();
    AddLayers();
    AddNarrowWeights();
    AddWeightErrors();
    AddOptions();
    AddFirstRequest();
    AddMemory();
    AddMeasuring();
    return std::move(rows_);
  }

 private:
  using MakeSubject = std::function<std::unique_ptr<Subject>()>;

  // What a run computes, and what it has to move for that.
  struct Work {
    double flops;
    double bytes;
  };
  static Work CoreWork(const LayerSpec& spec, std::int64_t tokens) {
    return {CoreFlops(spec, 1, tokens), CoreBytes(spec, 1, tokens)};
  }
  static Work LayerWork(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens) {
    return {LayerFlops(spec, batch, tokens), LayerBytes(spec, batch, tokens)};
  }

  // Work against G. Short runs are repeated, as G takes tens of milliseconds.
  void AddAgainstG(std::string name, double reach, double goal, Work work, MakeSubject make) {
    rows_.push_back({std::move(name), reach, goal, Sense::kMin, "G",
                     [this, flops = work.flops, make] {
                       const std::unique_ptr<Subject> subject = make();
                       const double once = subject->RunSeconds();
                       const int repeats = static_cast<int>(std::max(1.0, 0.02 / once));
                       return Alternate(
                           [&] {
                             const double seconds = Seconds([&] {
                               for (int i = 0; i < repeats; ++i) subject->Run();
                             });
                             return repeats * flops / seconds;
                           },
                           [&] { return yardsticks_.G(); }, alternations_);
                     },
                     work.flops / work.bytes});
  }

  // Time of one subject against that of another.
  void AddTimes(std::string name, double reach, double goal, std::string yardstick,
                MakeSubject ours, MakeSubject theirs) {
    rows_.push_back(
        {std::move(name), reach, goal, Sense::kMax, std::move(yardstick), [this, ours, theirs] {
           const std::unique_ptr<Subject> a = ours();
           const std::unique_ptr<Subject> b = theirs();
           return Alternate([&] { return a->RunSeconds(); }, [&] { return b->RunSeconds(); },
                            alternations_);
         }});
  }

  MakeSubject One(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens,
                  std::function<void(AttentionRequest&)> change = {}) {
    return [this, spec, batch, tokens, change] {
      auto subject = std::make_unique<Subject>(engine_, spec);
      AttentionRequest& request = subject->Add(batch, tokens);
      if (change) change(request);
      return subject;
    };
  }

  void AddCores() {
    for (const auto& [heads, hd] : {std::pair(12, 64), std::pair(32, 128)}) {
      for (bool causal : {false, true}) {
        const LayerSpec spec = CoreOf(heads, heads, hd, causal);
        const double reach = (causal ? 0.68 : 0.80) + (hd == 128 ? 0.10 : 0);
        const double goal = (causal ? 0.85 : 0.95) + (hd == 128 ? 0.10 : 0);
        for (std::int64_t tokens : {1024, 4096}) {
          AddAgainstG(absl::StrCat("core ", causal ? "causal" : "full", " H", heads, " hd", hd,
                                   " T", tokens),
                      reach, goal, CoreWork(spec, tokens), One(spec, 1, tokens));
        }
      }
    }
    const LayerSpec small = CoreOf(12, 12, 64, false);
    AddAgainstG("core full H12 hd64 T128", 0.5, 0.7, CoreWork(small, 128), One(small, 1, 128));
    AddShortSequences();
  }

  void AddShortSequences() {
    const LayerSpec spec = CoreOf(12, 12, 64, false);
    Work work = {0, 0};
    for (std::int64_t i = 0; i < 64; ++i) {
      const Work one = CoreWork(spec, 16 + 112 * i / 63);
      work = {work.flops + one.flops, work.bytes + one.bytes};
    }
    AddAgainstG("64 sequences of 16..128 tokens, H12 hd64", 0.4, 0.6, work, [this, spec] {
      auto subject = std::make_unique<Subject>(engine_, spec);
      for (std::int64_t i = 0; i < 64; ++i) subject->Add(1, 16 + 112 * i / 63);
      return subject;
    });
  }

  void AddLayers() {
    const LayerSpec gpt = LayerOf(768, 12, 12, 64, true);
    AddAgainstG("layer causal B8 T1024 D768 H12", 0.85, 0.95, LayerWork(gpt, 8, 1024),
                One(gpt, 8, 1024));
    AddAgainstG("layer causal B2 T4096 D768 H12", 0.85, 0.95, LayerWork(gpt, 2, 4096),
                One(gpt, 2, 4096));
    const LayerSpec grouped = LayerOf(4096, 32, 8, 128, true);
    for (std::int64_t tokens : {1024, 4096}) {
      AddAgainstG(absl::StrCat("layer causal B1 T", tokens, " D4096 H32 KV8 hd128"), 0.85, 0.95,
                  LayerWork(grouped, 1, tokens), One(grouped, 1, tokens));
    }
    rows_.push_back({"one row D4096: projections by weight bytes", 0.7, 0.9, Sense::kMin, "R",
                     [this] {
                       LayerSpec spec = LayerOf(4096, 32, 32, 128, true);
                       Subject subject(engine_, spec);
                       subject.Add(1, 1);
                       const double bytes = 4.0 * 4 * 4096 * 4096;
                       return Alternate([&] { return bytes / subject.RunSeconds(); },
                                        [&] { return yardsticks_.R(); }, alternations_);
                     },
                     2.0 / sizeof(float)});
  }

  void AddOptions() {
    // A window costs as a window: time against W/T of the full cost.
    LayerSpec windowed = CoreOf(12, 12, 64, true);
    windowed.window = 1024;
    const LayerSpec full = CoreOf(12, 12, 64, false);
    rows_.push_back({"window 1024 of T8192, over W/T of full", 1.3, 1.1, Sense::kMax, "full core",
                     [this, windowed, full] {
                       Subject a(engine_, windowed), b(engine_, full);
                       a.Add(1, 8192);
                       b.Add(1, 8192);
                       return Alternate([&] { return a.RunSeconds(); },
                                        [&] { return b.RunSeconds() * 1024 / 8192; },
                                        std::min(alternations_, 31));
                     }});
    const LayerSpec core = CoreOf(12, 12, 64, false);
    AddTimes("Boolean mask [1,1,T,T], T1024", 1.15, 1.05, "no mask",
             One(core, 1, 1024, [this](AttentionRequest& r) { r.masks = {Mask(1024)}; }),
             One(core, 1, 1024));
    LayerSpec gpt = LayerOf(768, 12, 12, 64, true);
    LayerSpec turned = gpt;
    turned.rope.dims = 64;
    turned.qk_norm = {NormKind::kRms, NormScope::kHead, 1e-6};
    AddTimes("RoPE and norm of q and k, layer B1 T1024 D768", 1.05, 1.02, "layer without",
             One(turned, 1, 1024), One(gpt, 1, 1024));
    // A narrow input, so that the heads' own time is nearly all: projections are of all heads.
    const LayerSpec narrow = LayerOf(64, 12, 12, 64, true);
    AddTimes("half of the heads gated off, layer D64 H12 hd64 T4096", 0.65, 0.55, "all heads",
             One(narrow, 1, 4096,
                 [](AttentionRequest& r) { r.gates = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}; }),
             One(narrow, 1, 4096));
    AddTimes("map of one head and row, layer T1024", 1.03, 1.01, "no map",
             One(gpt, 1, 1024,
                 [](AttentionRequest& r) {
                   r.outputs.probabilities = {{3}, {1000}};
                 }),
             One(gpt, 1, 1024));
  }

  // One row of a layer is bound by reading weights, so that narrow ones are faster.
  void AddNarrowWeights() {
    for (const auto& [storage, name, reach, goal] :
         {std::tuple(WeightStorage::kBF16, "bf16", 1.6, 1.9),
          std::tuple(WeightStorage::kInt8, "int8", 2.5, 3.5)}) {
      rows_.push_back({absl::StrCat("one row D4096: ", name, " weights, speed over f32"), reach,
                       goal, Sense::kMin, "f32 weights", [this, storage = storage] {
                         const LayerSpec spec = LayerOf(4096, 32, 32, 128, true);
                         Subject wide(engine_, spec), narrow(engine_, spec, {storage, {}});
                         wide.Add(1, 1);
                         narrow.Add(1, 1);
                         return Alternate([&] { return 1 / narrow.RunSeconds(); },
                                          [&] { return 1 / wide.RunSeconds(); }, alternations_);
                       }});
    }
  }

  // What narrow weights cost in accuracy.
  void AddWeightErrors() {
    for (const auto& [storage, name, reach, goal] :
         {std::tuple(WeightStorage::kBF16, "bf16", 0.004, 0.003),
          std::tuple(WeightStorage::kInt8, "int8", 0.015, 0.01)}) {
      const std::string title = absl::StrCat(name, " weights, rms error of context vectors, ");
      rows_.push_back(
          {title + "layer D768", reach, goal, Sense::kMax, "their rms", [this, storage = storage] {
             const LayerSpec spec = LayerOf(768, 12, 12, 64, true);
             testing::Random random{1};
             return WeightError(engine_, spec, testing::RandomWeights(random, spec), storage);
           }});
      rows_.push_back({title + "demo model's worst layer", reach, goal, Sense::kMax, "their rms",
                       [this, storage = storage] {
                         return WorstWeightError(engine_, HEADWISE_SOURCE_DIR "/deploy/demo",
                                                 storage);
                       }});
    }
  }

  // The first request of a length against the same request again.
  void AddFirstRequest() {
    rows_.push_back({"first request of a length over the second, layer D768", 3, 1.5, Sense::kMax,
                     "second request", [this] {
                       const LayerSpec spec = LayerOf(768, 12, 12, 64, true);
                       Subject subject(engine_, spec);
                       AttentionRequest& request = subject.Add(1, 1);
                       std::int64_t tokens = 8;
                       Tensor input(DType::kF32, *Shape::Create({1, 1, 768}));
                       return Alternate(
                           [&] {
                             tokens += 9;
                             input = Tensor(DType::kF32, *Shape::Create({1, tokens, 768}));
                             std::fill_n(input.floats(), tokens * 768, 0.5f);
                             request.input = input.view();
                             subject.PrepareAgain();
                             return Seconds([&] { subject.Run(); });
                           },
                           [&] { return Seconds([&] { subject.Run(); }); }, alternations_);
                     }});
  }

  // Memory is no rate and does not drift: one run tells.
  void AddMemory() {
    rows_.push_back({"memory beyond inputs and outputs, core H12 hd64 T32768", 1, 0.25, Sense::kMax,
                     "64 MiB", [] {
                       auto engine = Engine::Create({});
                       Subject subject(**engine, CoreOf(12, 12, 64, true));
                       subject.Add(1, 32768);
                       subject.PrepareAgain();
                       const double before = ResetPeakMemory();
                       subject.Run();
                       const double yardstick = 64 << 20;
                       const double ours = PeakMemory() - before;
                       const double ratio = ours / yardstick;
                       return Ratio{ratio, ratio, ratio, ours, yardstick, 1};
                     }});
  }

  // By several pairs of layers, one after the other: where weights lie in memory makes more of a
  // difference than the clocks.
  void AddMeasuring() {
    rows_.push_back({"time per head measured, layer B1 T128 D768", 1.01, 1.003, Sense::kMax,
                     "not measured", [this] {
                       constexpr int kPairs = 5;
                       auto silent = Engine::Create({0, /*time_heads=*/false});
                       std::vector<std::unique_ptr<Subject>> timed, untimed;
                       for (int i = 0; i < kPairs; ++i) {
                         timed.push_back(ShortLayer(engine_));
                         untimed.push_back(ShortLayer(**silent));
                       }
                       const int turns = 2 * alternations_;  // of a pair
                       int turn = 0;
                       return Alternate(
                           [&] { return timed[turn / turns % kPairs]->RunSeconds(); },
                           [&] { return untimed[turn++ / turns % kPairs]->RunSeconds(); },
                           kPairs * turns);
                     }});
  }

  static std::unique_ptr<Subject> ShortLayer(Engine& engine) {
    auto subject = std::make_unique<Subject>(engine, LayerOf(768, 12, 12, 64, true));
    subject->Add(1, 128);
    return subject;
  }

  // Hides every seventh key.
  AttentionMask Mask(std::int64_t tokens) {
    masks_.emplace_back(DType::kBool, *Shape::Create({1, 1, tokens, tokens}));
    std::byte* data = masks_.back().mutable_view().data();
    for (std::int64_t i = 0; i < tokens * tokens; ++i) data[i] = std::byte(i % 7 != 0);
    return {masks_.back().view(), MaskMeaning::kAttendWhereTrue};
  }

  Engine& engine_;
  Yardsticks& yardsticks_;
  const int alternations_;
  std::vector<RatioRow> rows_;
  static inline std::deque<Tensor> masks_;
};

}  // namespace

std::vector<RatioRow> RatioRows(Engine& engine, Yardsticks& yardsticks, int alternations) {
  // Kept alive by the rows.
  auto maker = std::make_shared<RowMaker>(engine, yardsticks, alternations);
  std::vector<RatioRow> rows = maker->Make();
  for (RatioRow& row : rows) {
    row.measure = [maker, measure = std::move(row.measure)] { return measure(); };
  }
  return rows;
}

}  // namespace headwise::bench
