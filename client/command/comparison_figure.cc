#include "client/command/comparison_figure.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/command/flops.h"
#include "client/command/format.h"

namespace headwise {
namespace {

// Colours of the two kinds of work, apart from those of the forms.
constexpr Color kProjections{0, 158, 115};
constexpr Color kAttention{204, 121, 167};

struct Unit {
  double size;
  const char* name;
};

// The largest unit in which `value` is at least 1, else the smallest.
Unit UnitFor(double value, const std::vector<Unit>& units) {
  Unit best = units.front();
  for (const Unit& unit : units) {
    if (value >= unit.size) best = unit;
  }
  return best;
}

// By number of heads, each once.
std::vector<const ComparedLayer*> InOrder(const Comparison& comparison) {
  std::vector<const ComparedLayer*> layers;
  for (const ComparedLayer& layer : comparison.layers) layers.push_back(&layer);
  std::stable_sort(layers.begin(), layers.end(),
                   [](const auto* a, const auto* b) { return a->spec.heads < b->spec.heads; });
  const auto end = std::unique(layers.begin(), layers.end(), [](const auto* a, const auto* b) {
    return a->spec.heads == b->spec.heads;
  });
  layers.erase(end, layers.end());
  return layers;
}

CostPanel TimePanel(const std::vector<const ComparedLayer*>& layers) {
  double largest = 0;
  for (const ComparedLayer* layer : layers) {
    largest = std::max({largest, layer->separate.total_ns, layer->fused.total_ns});
  }
  const Unit unit = UnitFor(largest, {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}});
  CostLine stacked{"stacked heads", kVermilion, false, {}};
  CostLine fused{"fused heads", kBlue, false, {}};
  auto point = [&unit](const FormTimes& times) {
    return CostPoint{times.total_ns / unit.size, times.low_ns / unit.size,
                     times.high_ns / unit.size};
  };
  for (const ComparedLayer* layer : layers) {
    stacked.points.push_back(point(layer->separate));
    fused.points.push_back(point(layer->fused));
  }
  return {absl::StrCat("time in ", unit.name), {std::move(stacked), std::move(fused)}};
}

CostPanel WorkPanel(const Comparison& comparison, const std::vector<const ComparedLayer*>& layers) {
  std::vector<double> projections;
  std::vector<double> attention;
  double largest = 0;
  for (const ComparedLayer* layer : layers) {
    projections.push_back(ProjectionFlops(layer->spec, comparison.rows));
    attention.push_back(AttentionFlops(layer->spec, layer->visible_pairs));
    largest = std::max({largest, projections.back(), attention.back()});
  }
  const Unit unit = UnitFor(
      largest, {{1, "FLOP"}, {1e3, "KFLOP"}, {1e6, "MFLOP"}, {1e9, "GFLOP"}, {1e12, "TFLOP"}});
  auto line = [&unit](const char* name, Color color, const std::vector<double>& flops) {
    CostLine made{name, color, true, {}};
    for (double value : flops) {
      const double scaled = value / unit.size;
      made.points.push_back({scaled, scaled, scaled});
    }
    return made;
  };
  return {
      absl::StrCat("work of either form in ", unit.name),
      {line("projections", kProjections, projections), line("attention", kAttention, attention)}};
}

}  // namespace

CostFigure FigureOf(const Comparison& comparison) {
  const std::vector<const ComparedLayer*> layers = InOrder(comparison);
  CostFigure figure;
  figure.title = "Cost against the number of heads";
  figure.notes = {comparison.where,
                  absl::StrCat(FormatPlural(comparison.sequences, "sequence"), " of ",
                               FormatPlural(comparison.tokens, "token"), ", ",
                               comparison.causal ? "causal" : "not causal", ". Points: medians of ",
                               FormatPlural(comparison.runs, "run"),
                               comparison.runs > 1 ? "; bars: the middle half of them." : ".")};
  for (const ComparedLayer* layer : layers) figure.heads.push_back(layer->spec.heads);
  figure.time = TimePanel(layers);
  figure.work = WorkPanel(comparison, layers);
  return figure;
}

}  // namespace headwise
