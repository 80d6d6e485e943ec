#include "tests/fuzz/config_seeds.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "tests/fuzz/table_tensors.h"

namespace headwise::fuzz {
namespace {

using Json = nlohmann::json;

// Digits of a variant's number (see MakeVariant).
constexpr unsigned kTwoKvHeads = 1;
constexpr unsigned kOneSection = 3;
constexpr unsigned kNoBiases = 18;
constexpr unsigned kWideHeads = 36;
constexpr unsigned kNorms = 72;
constexpr unsigned kNarrowType = 144;

// Calls `visit` with every field of config.json that the section reads beside its sizes, and a
// value that it may have.
template <typename Visit>
void VisitRules(const Section& section, bool norms, Visit visit) {
  const auto flag = [&](const Flag& rule) { visit(rule.field, Json(rule.absent)); };
  const auto number = [&](const NumberRule& rule) {
    for (absl::string_view field : rule.fields) visit(field, Json(rule.absent.value_or(2)));
  };
  flag(section.causal);
  flag(section.scale.enabled);
  flag(section.scale.inverse_layer);
  flag(section.alibi.enabled);
  flag(section.window.enabled);
  flag(section.rope.unless);
  for (const NamedReason& refused : section.refused) flag({refused.name, false});
  visit(section.bias, Json(true));
  number(section.scale.factor);
  number(section.scale.instead_of_width);
  number(section.softcap);
  number(section.clip_qkv);
  number(section.alibi.max_exponent);
  number(section.rope.base);
  number(section.rope.sliding_base);
  number(section.rope.fraction);
  for (absl::string_view field : section.rope.dims.fields) visit(field, Json(4));
  number(section.relative_bias.buckets);
  number(section.relative_bias.max_distance);
  number(section.norm.epsilon);
  visit(section.norm.present.field, Json(norms));
  visit(section.window.field, Json(3));
  visit(section.window.first_layer, Json(1));
  visit(section.window.period, Json(2));
}

// `field` may be a path into nested objects. A value that is there stays.
void Set(absl::string_view field, const Json& value, Json& config) {
  if (field.empty()) return;
  Json* place = &config;
  for (absl::string_view part : absl::StrSplit(field, '.')) place = &(*place)[std::string(part)];
  if (place->is_null()) *place = value;
}

void SetFirst(const std::vector<absl::string_view>& fields, std::int64_t value, Json& config) {
  if (!fields.empty()) Set(fields[0], value, config);
}

void SetSizes(const Section& section, const Variant& variant, Json& config) {
  SetFirst(section.fields.layers, LayersOf(section), config);
  SetFirst(section.fields.width, kWidth, config);
  SetFirst(section.fields.heads, HeadsOf(section), config);
  SetFirst(section.fields.kv_heads, KvHeadsOf(section, variant), config);
  SetFirst(section.fields.head_dim, variant.head_dim, config);
  Set(section.norm.present.field, variant.norms, config);
  for (absl::string_view field : section.rope.dims.fields) Set(field, 4, config);
}

Json MakeConfig(const ArchitectureRow& row, unsigned number, bool all_fields) {
  const Variant variant = MakeVariant(number);
  Json config = {{"model_type", std::string(row.model_types[0])}};
  for (const Condition& condition : row.conditions) {
    Set(condition.flag.field, condition.value, config);
  }
  for (const Section* section : SectionsOf(row, variant)) {
    const std::string scope(section->scope);
    Json& part = scope.empty() ? config : config[scope];
    SetSizes(*section, variant, part);
    if (section->rope.scaling_required) part[std::string(section->rope.scaling)] = nullptr;
    if (!all_fields) continue;
    VisitRules(*section, variant.norms,
               [&part](absl::string_view field, const Json& value) { Set(field, value, part); });
  }
  return config;
}

std::string Input(absl::string_view row, unsigned number, const Json& config) {
  return absl::StrCat(row, " ", number, "\n", config.dump());
}

const ArchitectureRow& Row(absl::string_view name) {
  const absl::Span<const ArchitectureRow> table = ArchitectureTable();
  std::size_t i = 0;
  while (table[i].name != name) ++i;
  return table[i];
}

// Kinds of scaling for 4 pairs of values.
std::vector<Json> Scalings() {
  const Json ones = {1.0, 1.5, 2.0, 4.0};
  return {{{"rope_type", "default"}},
          {{"rope_type", "linear"}, {"factor", 2}},
          {{"type", "dynamic"}, {"factor", 2.5}},
          {{"rope_type", "yarn"},
           {"factor", 4},
           {"beta_fast", 16},
           {"beta_slow", 2},
           {"mscale", 0.7},
           {"mscale_all_dim", 1},
           {"truncate", false}},
          {{"rope_type", "longrope"},
           {"short_factor", ones},
           {"long_factor", ones},
           {"original_max_position_embeddings", 64},
           {"attention_factor", 1.25}},
          {{"rope_type", "llama3"},
           {"factor", 8},
           {"low_freq_factor", 1},
           {"high_freq_factor", 4},
           {"original_max_position_embeddings", 64}}};
}

void AddScalings(std::map<std::string, std::string>& seeds) {
  for (const Json& scaling : Scalings()) {
    const std::string kind = scaling.value("rope_type", "dynamic");
    Json config = MakeConfig(Row("llama"), kTwoKvHeads, false);
    config["max_position_embeddings"] = 128;
    config["rope_scaling"] = scaling;
    seeds[absl::StrCat("scaling_", kind)] = Input("llama", kTwoKvHeads, config);
    config.erase("rope_scaling");
    config["rope_parameters"] = scaling;
    config["rope_parameters"]["rope_theta"] = 5000;
    seeds[absl::StrCat("parameters_", kind)] = Input("llama", kTwoKvHeads, config);
  }
}

void AddWindows(std::map<std::string, std::string>& seeds) {
  Json config = MakeConfig(Row("gemma3_text"), 0, true);
  config["layer_types"] = {"sliding_attention", "full_attention"};
  seeds["layer_types"] = Input("gemma3_text", 0, config);
  config["rope_parameters"] = {
      {"sliding_attention", {{"rope_type", "default"}, {"rope_theta", 10000}}},
      {"full_attention", {{"rope_type", "linear"}, {"rope_theta", 1000000}, {"factor", 8}}}};
  seeds["parameters_by_layer_type"] = Input("gemma3_text", 0, config);
}

}  // namespace

std::map<std::string, std::string> ConfigSeeds() {
  std::map<std::string, std::string> seeds;
  for (const ArchitectureRow& row : ArchitectureTable()) {
    const std::string name(row.name);
    for (const bool all : {false, true}) {
      const unsigned number = all ? kTwoKvHeads + kNorms + kNarrowType : kTwoKvHeads + kNoBiases;
      seeds[absl::StrCat(name, all ? "_all" : "")] =
          Input(name, number, MakeConfig(row, number, all));
    }
    for (unsigned s = 1; row.sections.size() > 1 && s <= row.sections.size(); ++s) {
      const unsigned number = s * kOneSection + kNarrowType;
      seeds[absl::StrCat(name, "_section_", s)] =
          Input(name, number, MakeConfig(row, number, false));
    }
  }
  seeds["qwen3_wide_heads"] =
      Input("qwen3", kWideHeads, MakeConfig(Row("qwen3"), kWideHeads, false));
  AddScalings(seeds);
  AddWindows(seeds);
  return seeds;
}

std::set<std::string> TableWords() {
  std::set<std::string> words = {"rope_scaling", "rope_parameters", "rope_type",
                                 "layer_types",  "model_type",      "quantization_config",
                                 "1e39",         "1e-46",           "9223372036854775807"};
  const auto add = [&words](absl::string_view path, const Json&) {
    for (absl::string_view part : absl::StrSplit(path, '.')) words.insert(std::string(part));
  };
  for (const ArchitectureRow& row : ArchitectureTable()) {
    words.insert(std::string(row.name));
    for (absl::string_view type : row.model_types) words.insert(std::string(type));
    for (const Condition& condition : row.conditions) add(condition.flag.field, {});
    for (const Section& section : row.sections) {
      const ConfigFields& fields = section.fields;
      for (const auto* names : {&fields.layers, &fields.width, &fields.heads, &fields.kv_heads,
                                &fields.head_dim, &fields.d_out}) {
        for (absl::string_view name : *names) add(name, {});
      }
      add(section.scope, {});
      VisitRules(section, true, add);
    }
  }
  for (const Json& scaling : Scalings()) {
    for (const auto& [key, value] : scaling.items()) {
      words.insert(key);
      if (value.is_string()) words.insert(value.get<std::string>());
    }
  }
  words.erase("");
  return words;
}

}  // namespace headwise::fuzz
