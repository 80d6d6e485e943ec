#include "engine/checkpoint/architecture_match.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/checkpoint/config_rules.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

bool Holds(absl::Span<const absl::string_view> list, absl::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string SupportedTypes(absl::Span<const ArchitectureRow> table) {
  std::vector<absl::string_view> types;
  for (const ArchitectureRow& row : table) {
    for (absl::string_view type : row.model_types) {
      if (!Holds(types, type)) types.push_back(type);
    }
  }
  return absl::StrJoin(types, ", ");
}

absl::StatusOr<bool> ConditionsHold(const ArchitectureRow& row, const Config& config) {
  for (const Condition& condition : row.conditions) {
    const absl::StatusOr<bool> value = ReadFlag(condition.flag, config);
    if (!value.ok()) return value.status();
    if (*value != condition.value) return false;
  }
  return true;
}

// Without sections if the checkpoint has none of them.
absl::StatusOr<ArchitectureMatch> LocateRow(const ArchitectureRow& row,
                                            const TensorSource& source) {
  ArchitectureMatch match = {&row, {}};
  for (const Section& section : row.sections) {
    absl::StatusOr<std::vector<LocatedLayer>> layers = LocateLayers(row, section, source);
    if (!layers.ok()) return layers.status();
    if (!layers->empty()) match.sections.push_back({&section, *std::move(layers)});
  }
  return match;
}

absl::Status NoSingleMatch(absl::Span<const ArchitectureRow> table,
                           absl::Span<const ArchitectureMatch> matches) {
  if (matches.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("config.json: add model_type, the tensors' names do not tell it; one of ",
                     SupportedTypes(table)));
  }
  std::vector<absl::string_view> names;
  for (const ArchitectureMatch& match : matches) names.push_back(match.row->name);
  return absl::InvalidArgumentError(absl::StrCat(
      "config.json: add model_type, the tensors' names fit ", absl::StrJoin(names, " and ")));
}

absl::StatusOr<ArchitectureMatch> MatchByNames(absl::Span<const ArchitectureRow> table,
                                               const TensorSource& source) {
  std::vector<ArchitectureMatch> matches;
  for (const ArchitectureRow& row : table) {
    if (!row.found_by_names) continue;
    absl::StatusOr<ArchitectureMatch> match = LocateRow(row, source);
    if (absl::IsUnimplemented(match.status())) return match.status();
    if (match.ok() && !match->sections.empty()) matches.push_back(*std::move(match));
  }
  if (matches.size() != 1) return NoSingleMatch(table, matches);
  return std::move(matches[0]);
}

}  // namespace

absl::StatusOr<std::vector<const ArchitectureRow*>> CandidateRows(
    absl::Span<const ArchitectureRow> table, const Config& config) {
  std::vector<const ArchitectureRow*> rows;
  const auto type = config.String("model_type");
  if (!type.ok()) return type.status();
  if (!type->has_value()) return rows;
  for (const ArchitectureRow& row : table) {
    if (!Holds(row.model_types, **type)) continue;
    const absl::StatusOr<bool> holds = ConditionsHold(row, config);
    if (!holds.ok()) return holds.status();
    if (*holds) rows.push_back(&row);
  }
  if (!rows.empty()) return rows;
  return absl::UnimplementedError(absl::StrCat("config.json: model_type \"", Printable(**type),
                                               "\" is not supported, expected one of ",
                                               SupportedTypes(table)));
}

absl::StatusOr<ArchitectureMatch> MatchArchitecture(absl::Span<const ArchitectureRow> table,
                                                    const Config& config,
                                                    const TensorSource& source) {
  const absl::StatusOr<std::vector<const ArchitectureRow*>> rows = CandidateRows(table, config);
  if (!rows.ok()) return rows.status();
  if (rows->empty()) return MatchByNames(table, source);
  for (const ArchitectureRow* row : *rows) {
    absl::StatusOr<ArchitectureMatch> match = LocateRow(*row, source);
    if (!match.ok() || !match->sections.empty()) return match;
  }
  return NoLayers(*rows->front(), source);
}

}  // namespace headwise
