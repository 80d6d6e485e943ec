#include "client/command/comparison.h"

#include <cmath>
#include <cstdint>
#include <ostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/command/flops.h"
#include "client/command/format.h"
#include "client/command/table.h"

namespace headwise {
namespace {

struct MatrixGroup {
  std::int64_t count;
  std::int64_t inputs;
  std::int64_t outputs;
};

// Projections that share inputs are one matrix in the fused form.
std::vector<MatrixGroup> FusedInputs(const LayerSpec& spec) {
  if (!spec.cross) return {{1, spec.d_model, spec.qkv_width()}};
  return {{1, spec.d_model, spec.query_width()},
          {1, spec.key_input_width(), spec.key_width()},
          {1, spec.value_input_width(), spec.value_width()}};
}

// A matrix for each head; kinds of the same shape are counted together.
std::vector<MatrixGroup> SeparateInputs(const LayerSpec& spec) {
  std::vector<MatrixGroup> groups;
  for (const MatrixGroup& group :
       {MatrixGroup{spec.heads, spec.d_model, spec.head_dim},
        MatrixGroup{spec.kv_heads, spec.key_input_width(), spec.head_dim},
        MatrixGroup{spec.kv_heads, spec.value_input_width(), spec.value_head_dim()}}) {
    const bool alike = !groups.empty() && groups.back().inputs == group.inputs &&
                       groups.back().outputs == group.outputs;
    if (alike) {
      groups.back().count += group.count;
    } else {
      groups.push_back(group);
    }
  }
  return groups;
}

std::vector<MatrixGroup> Matrices(const LayerSpec& spec, Form form) {
  std::vector<MatrixGroup> groups = form == Form::kFused ? FusedInputs(spec) : SeparateInputs(spec);
  if (spec.output_projection) groups.push_back({1, spec.merged_width(), spec.d_out});
  return groups;
}

std::string OutputsText(const LayerSpec& spec, std::int64_t tokens) {
  const std::string heads = spec.heads == 1 ? "Z_1" : absl::StrCat("Z_1..Z_", spec.heads);
  return absl::StrCat(heads, " [", tokens, ",", spec.value_head_dim(), "], Z [", tokens, ",",
                      spec.d_out, "]");
}

Table WeightsTable(const Comparison& comparison) {
  Table table({{"HEADS", Align::kRight},
               {"HEAD_DIM", Align::kRight},
               {"FORM"},
               {"WEIGHT MATRICES"},
               {"PARAMETERS", Align::kRight},
               {"OUTPUTS"}});
  for (const ComparedLayer& layer : comparison.layers) {
    for (Form form : {layer.separate_form(), Form::kFused}) {
      table.AddRow({absl::StrCat(layer.spec.heads), absl::StrCat(layer.spec.head_dim),
                    FormName(form), MatricesText(layer.spec, form),
                    FormatCount(layer.spec.parameters()),
                    OutputsText(layer.spec, comparison.tokens)});
    }
  }
  return table;
}

double TotalProjectionFlops(const Comparison& comparison, const LayerSpec& spec) {
  return ProjectionFlops(spec, comparison.rows);
}

double Ratio(const ComparedLayer& layer) {
  return layer.fused.total_ns > 0 ? layer.separate.total_ns / layer.fused.total_ns : 0;
}

double RelativeDifference(const ComparedLayer& layer) {
  return layer.largest_output > 0 ? layer.largest_difference / layer.largest_output : 0;
}

std::vector<std::string> CostRow(const Comparison& comparison, const ComparedLayer& layer,
                                 Form form) {
  const bool fused = form == Form::kFused;
  const FormTimes& times = fused ? layer.fused : layer.separate;
  return {absl::StrCat(layer.spec.heads),
          FormName(form),
          FormatFlops(TotalProjectionFlops(comparison, layer.spec)),
          FormatFlops(AttentionFlops(layer.spec, layer.visible_pairs)),
          FormatNanoseconds(times.total_ns),
          FormatNanoseconds(times.attention_ns),
          fused ? absl::StrFormat("%.2fx", Ratio(layer)) : "",
          fused ? FormatSmall(layer.largest_difference) : "",
          fused ? FormatSmall(RelativeDifference(layer)) : ""};
}

Table CostTable(const Comparison& comparison) {
  const Align right = Align::kRight;
  Table table({{"HEADS", right},
               {"FORM"},
               {"PROJECTIONS", right},
               {"ATTENTION", right},
               {"TIME", right},
               {"ATTENTION TIME", right},
               {"RATIO", right},
               {"DIFFERENCE", right},
               {"RELATIVE", right}});
  for (const ComparedLayer& layer : comparison.layers) {
    table.AddRow(CostRow(comparison, layer, layer.separate_form()));
    table.AddRow(CostRow(comparison, layer, Form::kFused));
  }
  return table;
}

Json TimesJson(const FormTimes& times) {
  return {{"total", std::llround(times.total_ns)},
          {"input_projection", std::llround(times.input_projection_ns)},
          {"attention", std::llround(times.attention_ns)},
          {"output_projection", std::llround(times.output_projection_ns)}};
}

Json FormJson(const ComparedLayer& layer, Form form) {
  const FormTimes& times = form == Form::kFused ? layer.fused : layer.separate;
  Json matrices = Json::array();
  for (const MatrixGroup& group : Matrices(layer.spec, form)) {
    matrices.push_back(
        {{"count", group.count}, {"inputs", group.inputs}, {"outputs", group.outputs}});
  }
  return {{"form", FormName(form)},
          {"weight_matrices", matrices},
          {"median_ns", TimesJson(times)},
          {"quartiles_ns", {std::llround(times.low_ns), std::llround(times.high_ns)}}};
}

Json LayerJson(const Comparison& comparison, const ComparedLayer& layer) {
  return {{"heads", layer.spec.heads},
          {"kv_heads", layer.spec.kv_heads},
          {"head_dim", layer.spec.head_dim},
          {"parameters", layer.spec.parameters()},
          {"head_context_shape", {comparison.tokens, layer.spec.value_head_dim()}},
          {"context_shape", {comparison.tokens, layer.spec.d_out}},
          {"projection_flops", JsonNumber(TotalProjectionFlops(comparison, layer.spec))},
          {"attention_flops", JsonNumber(AttentionFlops(layer.spec, layer.visible_pairs))},
          {"forms",
           Json::array({FormJson(layer, layer.separate_form()), FormJson(layer, Form::kFused)})},
          {"time_ratio", JsonNumber(Ratio(layer))},
          {"largest_difference", JsonNumber(layer.largest_difference)},
          {"largest_output", JsonNumber(layer.largest_output)},
          {"relative_difference", JsonNumber(RelativeDifference(layer))}};
}

}  // namespace

std::string MatricesText(const LayerSpec& spec, Form form) {
  return absl::StrJoin(Matrices(spec, form), ", ", [](std::string* out, const MatrixGroup& group) {
    absl::StrAppend(out, group.count, " of ", group.inputs, "x", group.outputs);
  });
}

void PrintComparisonTables(const Comparison& comparison, const Console& console) {
  *console.out << comparison.where << ", " << FormatPlural(comparison.sequences, "sequence")
               << " of " << FormatPlural(comparison.tokens, "token") << ", "
               << (comparison.causal ? "causal" : "not causal") << "\n\n"
               << WeightsTable(comparison).Render(console.bold) << "\n"
               << CostTable(comparison).Render(console.bold)
               << "\nMatrices are inputs x outputs; each row's two forms have the same weights"
               << (comparison.own_weights ? ", all rows the same random numbers" : "") << ".\n"
               << "Times are medians of " << FormatPlural(comparison.runs, "run")
               << " in turn; the ratio is the upper form's time over the fused form's.\n"
               << "Difference: largest |upper - fused| of Z; relative: that over the largest "
                  "|Z|.\n";
  if (!comparison.picture.empty()) *console.out << "Picture: " << comparison.picture << "\n";
}

Json ComparisonJson(const Comparison& comparison) {
  Json layers = Json::array();
  for (const ComparedLayer& layer : comparison.layers) {
    layers.push_back(LayerJson(comparison, layer));
  }
  Json json = {{"where", comparison.where},        {"sequences", comparison.sequences},
               {"tokens", comparison.tokens},      {"rows", comparison.rows.queries},
               {"key_rows", comparison.rows.keys}, {"causal", comparison.causal},
               {"timed_runs", comparison.runs},    {"layers", layers}};
  if (!comparison.picture.empty()) json["picture"] = comparison.picture;
  return json;
}

}  // namespace headwise
