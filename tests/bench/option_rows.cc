// What a request's options cost.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "tests/bench/row_builder.h"

namespace headwise::bench {
namespace {

// A window costs as a window: time against W/T of the full cost.
void AddWindow(RowBuilder& builder) {
  constexpr std::int64_t kTokens = 8192;
  constexpr std::int64_t kWindow = 1024;
  const auto measure = [&builder] {
    LayerSpec windowed = CoreOf(12, 12, 64, true);
    windowed.window = kWindow;
    Subject ours(builder.engine(), windowed);
    Subject full(builder.engine(), CoreOf(12, 12, 64, false));
    ours.Add(1, kTokens);
    full.Add(1, kTokens);
    return Alternate([&] { return ours.RunSeconds(); },
                     [&] { return full.RunSeconds() * kWindow / kTokens; }, builder.alternations());
  };
  builder.Add(
      {"window 1024 of T8192, over W/T of full", 1.3, 1.1, Sense::kMax, "full core", measure});
}

// Hides every seventh key.
Tensor Mask(std::int64_t tokens) {
  Tensor mask(DType::kBool, *Shape::Create({1, 1, tokens, tokens}));
  std::byte* data = mask.mutable_view().data();
  for (std::int64_t i = 0; i < tokens * tokens; ++i) data[i] = std::byte(i % 7 != 0);
  return mask;
}

void AddMask(RowBuilder& builder) {
  constexpr std::int64_t kTokens = 1024;
  const LayerSpec core = CoreOf(12, 12, 64, false);
  const auto mask = std::make_shared<Tensor>(Mask(kTokens));
  builder.AddTimes("Boolean mask [1,1,T,T], T1024", {1.15, 1.05}, "no mask",
                   builder.One(core, 1, kTokens,
                               [mask](AttentionRequest& request) {
                                 request.masks = {{mask->view(), MaskMeaning::kAttendWhereTrue}};
                               }),
                   builder.One(core, 1, kTokens));
}

void AddRotary(RowBuilder& builder) {
  const LayerSpec plain = LayerOf(768, 12, 12, 64, true);
  LayerSpec turned = plain;
  turned.rope.dims = 64;
  turned.qk_norm = {NormKind::kRms, NormScope::kHead, 1e-6};
  builder.AddTimes("RoPE and norm of q and k, layer B1 T1024 D768", {1.05, 1.02}, "layer without",
                   builder.One(turned, 1, 1024), builder.One(plain, 1, 1024));
}

// A narrow input, so that the heads' own time is nearly all: projections are of all heads.
void AddGates(RowBuilder& builder) {
  const LayerSpec narrow = LayerOf(64, 12, 12, 64, true);
  builder.AddTimes(
      "half of the heads gated off, layer D64 H12 hd64 T4096", {0.65, 0.55}, "all heads",
      builder.One(
          narrow, 1, 4096,
          [](AttentionRequest& request) { request.gates = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}; }),
      builder.One(narrow, 1, 4096));
}

void AddMap(RowBuilder& builder) {
  const LayerSpec layer = LayerOf(768, 12, 12, 64, true);
  builder.AddTimes("map of one head and row, layer T1024", {1.03, 1.01}, "no map",
                   builder.One(layer, 1, 1024,
                               [](AttentionRequest& request) {
                                 request.outputs.probabilities = {{3}, {1000}};
                               }),
                   builder.One(layer, 1, 1024));
}

}  // namespace

void AddOptionRows(RowBuilder& builder) {
  AddWindow(builder);
  AddMask(builder);
  AddRotary(builder);
  AddGates(builder);
  AddMap(builder);
}

}  // namespace headwise::bench
