// Bare cores against the machine.
#include <cstdint>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/bench/row_builder.h"

namespace headwise::bench {
namespace {

void AddLongSequences(RowBuilder& builder) {
  for (const auto& [heads, hd] : {std::pair(12, 64), std::pair(32, 128)}) {
    for (bool causal : {false, true}) {
      const LayerSpec spec = CoreOf(heads, heads, hd, causal);
      const double more = hd == 128 ? 0.10 : 0;
      const Targets targets{(causal ? 0.68 : 0.80) + more, (causal ? 0.85 : 0.95) + more};
      for (std::int64_t tokens : {1024, 4096}) {
        builder.AddAgainstG(
            absl::StrCat("core ", causal ? "causal" : "full", " H", heads, " hd", hd, " T", tokens),
            targets, CoreWork(spec, tokens), builder.One(spec, 1, tokens));
      }
    }
  }
}

void AddShortSequences(RowBuilder& builder) {
  constexpr std::int64_t kSequences = 64;
  const auto tokens_of = [](std::int64_t i) { return 16 + 112 * i / (kSequences - 1); };
  const LayerSpec spec = CoreOf(12, 12, 64, false);
  Work work = {0, 0};
  for (std::int64_t i = 0; i < kSequences; ++i) {
    const Work one = CoreWork(spec, tokens_of(i));
    work = {work.flops + one.flops, work.bytes + one.bytes};
  }
  builder.AddAgainstG("64 sequences of 16..128 tokens, H12 hd64", {0.4, 0.6}, work,
                      [&engine = builder.engine(), spec, tokens_of] {
                        auto subject = std::make_unique<Subject>(engine, spec);
                        for (std::int64_t i = 0; i < kSequences; ++i) subject->Add(1, tokens_of(i));
                        return subject;
                      });
}

}  // namespace

void AddCoreRows(RowBuilder& builder) {
  AddLongSequences(builder);
  const LayerSpec small = CoreOf(12, 12, 64, false);
  builder.AddAgainstG("core full H12 hd64 T128", {0.5, 0.7}, CoreWork(small, 128),
                      builder.One(small, 1, 128));
  AddShortSequences(builder);
}

}  // namespace headwise::bench
