#include "tests/bench/row_builder.h"

#include <algorithm>
#include <utility>

namespace headwise::bench {

Work CoreWork(const LayerSpec& spec, std::int64_t tokens) {
  return {CoreFlops(spec, 1, tokens), CoreBytes(spec, 1, tokens)};
}

Work LayerWork(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens) {
  return {LayerFlops(spec, batch, tokens), LayerBytes(spec, batch, tokens)};
}

LayerSpec LayerOf(std::int64_t d_model, std::int64_t heads, std::int64_t kv_heads,
                  std::int64_t head_dim, bool causal) {
  LayerSpec spec = testing::MakeSpec(d_model, heads, kv_heads, head_dim);
  spec.causal = causal;
  return spec;
}

void RowBuilder::AddAgainstG(std::string name, Targets targets, Work work, MakeSubject make) {
  const auto measure = [this, flops = work.flops, make = std::move(make)] {
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
  };
  Add({std::move(name), targets.reach, targets.goal, Sense::kMin, "G", measure,
       work.flops / work.bytes});
}

void RowBuilder::AddTimes(std::string name, Targets targets, std::string yardstick,
                          MakeSubject ours, MakeSubject theirs) {
  const auto measure = [this, ours = std::move(ours), theirs = std::move(theirs)] {
    const std::unique_ptr<Subject> a = ours();
    const std::unique_ptr<Subject> b = theirs();
    return Alternate([&] { return a->RunSeconds(); }, [&] { return b->RunSeconds(); },
                     alternations_);
  };
  Add({std::move(name), targets.reach, targets.goal, Sense::kMax, std::move(yardstick), measure});
}

void RowBuilder::AddSpeeds(std::string name, Targets targets, std::string yardstick,
                           MakeSubject ours, MakeSubject theirs) {
  const auto measure = [this, ours = std::move(ours), theirs = std::move(theirs)] {
    const std::unique_ptr<Subject> a = ours();
    const std::unique_ptr<Subject> b = theirs();
    return Alternate([&] { return 1 / a->RunSeconds(); }, [&] { return 1 / b->RunSeconds(); },
                     alternations_);
  };
  Add({std::move(name), targets.reach, targets.goal, Sense::kMin, std::move(yardstick), measure});
}

MakeSubject RowBuilder::One(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens,
                            std::function<void(AttentionRequest&)> change) {
  return [this, spec, batch, tokens, change = std::move(change)] {
    auto subject = std::make_unique<Subject>(engine_, spec);
    AttentionRequest& request = subject->Add(batch, tokens);
    if (change) change(request);
    return subject;
  };
}

MakeSubject RowBuilder::OneOf(const WeightOptions& weights, const LayerSpec& spec,
                              std::int64_t batch, std::int64_t tokens) {
  return [this, weights, spec, batch, tokens] {
    auto subject = std::make_unique<Subject>(engine_, spec, weights);
    subject->Add(batch, tokens);
    return subject;
  };
}

}  // namespace headwise::bench
