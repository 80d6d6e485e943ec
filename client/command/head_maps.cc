#include "client/command/head_maps.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/command/exit_code.h"
#include "client/command/format.h"
#include "client/command/statistics_report.h"
#include "client/library/tensor.h"
#include "client/picture/map_axes.h"

namespace headwise {
namespace {

constexpr std::int64_t kMostTokens = 1 << 16;

absl::StatusOr<std::vector<int>> ChooseHeads(const PictureFlags& flags, int heads) {
  if (flags.head() >= heads) {
    return UsageError(
        absl::StrCat("--head: expected 0..", heads - 1, " for this layer, got ", flags.head()));
  }
  if (flags.head() >= 0) return std::vector<int>{flags.head()};
  if (heads > kMostMaps) {
    return UsageError(absl::StrCat("--png: expected at most ", kMostMaps, " heads, got ", heads,
                                   "; choose one with --head"));
  }
  std::vector<int> all(static_cast<std::size_t>(heads));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Of the sequence that is drawn.
absl::StatusOr<std::int64_t> CountTokens(const v1::AttendRequest& request,
                                         const HeadsReport& report) {
  if (request.has_key_input()) {
    return UsageError(
        "--png: expected self-attention, whose queries are its keys, got --key-input; --top-keys "
        "lists what the heads look at");
  }
  std::int64_t tokens = report.tokens;
  if (request.lengths_size() > report.sequence) {
    tokens = request.lengths(static_cast<int>(report.sequence));
  }
  if (tokens < 1) {
    return UsageError(
        absl::StrCat("--sequence: sequence ", report.sequence, " has no tokens; choose another"));
  }
  if (tokens > kMostTokens) {
    return absl::InvalidArgumentError(absl::StrCat("--png: expected at most ", kMostTokens,
                                                   " tokens, got ", tokens,
                                                   "; send a shorter sequence"));
  }
  return tokens;
}

std::string RuleText(const VisibleKeys& visible) {
  const std::string rule = visible.causal ? "causal" : "not causal";
  return visible.window > 0 ? absl::StrCat(rule, ", window ", visible.window) : rule;
}

std::string CellsNote(const MapBins& bins, bool every_row) {
  if (bins.per_cell == 1) return "";
  if (!every_row) {
    return absl::StrCat("Each cell shows one query of ", bins.per_cell, " and the mean over ",
                        bins.per_cell, " keys.");
  }
  return absl::StrCat("Each cell is the mean over ", bins.per_cell, " queries and ", bins.per_cell,
                      " keys.");
}

}  // namespace

HeadMaps::HeadMaps(std::vector<int> heads, const VisibleKeys& visible, const MapGrid& grid,
                   const HeadsReport& report)
    : heads_(std::move(heads)),
      sequence_(report.sequence),
      visible_(visible),
      grid_(grid),
      labels_(report.key_labels),
      maps_(heads_.size(), AttentionMap(grid.bins, visible.causal, visible.window)) {}

absl::StatusOr<HeadMaps> HeadMaps::Create(const PictureFlags& flags,
                                          const v1::AttendRequest& request,
                                          const HeadsReport& report, const VisibleKeys& visible) {
  auto heads = ChooseHeads(flags, static_cast<int>(report.head_ns.size()));
  if (!heads.ok()) return heads.status();
  const auto tokens = CountTokens(request, report);
  if (!tokens.ok()) return tokens.status();
  const MapGrid grid = ChooseMapGrid(static_cast<int>(heads->size()), *tokens,
                                     MapAxes::LabelCharacters(report.key_labels));
  return HeadMaps(*std::move(heads), visible, grid, report);
}

v1::AttendRequest HeadMaps::RequestFor(v1::AttendRequest request,
                                       const std::vector<std::int64_t>& rows) const {
  v1::OutputSelection& outputs = *request.mutable_outputs();
  outputs.set_context(false);
  v1::RowSelection& probabilities = *outputs.mutable_probabilities();
  probabilities.mutable_heads()->mutable_heads()->Add(heads_.begin(), heads_.end());
  probabilities.mutable_rows()->Add(rows.begin(), rows.end());
  request.set_output_dtype(v1::DATA_TYPE_F32);
  return request;
}

absl::Status HeadMaps::Add(const v1::MapTensor& probabilities) {
  const absl::StatusOr<std::vector<float>> values = FloatsOf(probabilities.tensor());
  if (!values.ok()) return absl::InternalError(values.status().message());
  const auto& shape = probabilities.tensor().shape();
  const std::int64_t keys = shape.empty() ? 0 : shape[shape.size() - 1];
  const std::int64_t block = probabilities.rows_size() * keys;  // of one head of one sequence
  const std::int64_t first = sequence_ * probabilities.heads_size() * block;
  if (keys < grid_.bins.tokens ||
      static_cast<std::int64_t>(values->size()) < first + probabilities.heads_size() * block) {
    return absl::InternalError(absl::StrCat("probabilities: the answer's shape ", ShapeText(shape),
                                            " does not fit the input"));
  }
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    const auto& heads = probabilities.heads();
    const auto found = std::find(heads.begin(), heads.end(), heads_[i]);
    if (found == heads.end()) {
      return absl::InternalError(absl::StrCat("probabilities: the answer lacks head ", heads_[i]));
    }
    AddHead(i, probabilities, values->data() + first + (found - heads.begin()) * block, keys);
  }
  return absl::OkStatus();
}

void HeadMaps::AddHead(std::size_t index, const v1::MapTensor& probabilities, const float* values,
                       std::int64_t keys) {
  for (const std::int64_t row : probabilities.rows()) {
    const auto line = absl::MakeConstSpan(values, static_cast<std::size_t>(keys));
    values += keys;
    if (row < 0 || row >= grid_.bins.tokens) continue;  // behind the sequence's end
    maps_[index].AddRow(row, line);
  }
}

std::string HeadMaps::Title(const HeadsReport& report) const {
  double ns = 0;
  for (int head : heads_) ns += report.head_ns[static_cast<std::size_t>(head)];
  const std::string layer = absl::StrCat(report.model, " layer ", report.layer);
  return heads_.size() == 1 ? absl::StrCat(layer, " head ", heads_[0], ", ", FormatNanoseconds(ns))
                            : absl::StrCat(layer, ", ", FormatPlural(heads_.size(), "head"), ", ",
                                           FormatNanoseconds(ns), " in all");
}

std::vector<std::string> HeadMaps::Notes(const HeadsReport& report) const {
  const std::string input =
      report.sequences == 1 ? FormatPlural(grid_.bins.tokens, "token")
                            : absl::StrCat("sequence ", sequence_, " of 0..", report.sequences - 1,
                                           ", ", FormatPlural(grid_.bins.tokens, "token"));
  std::vector<std::string> notes = {
      absl::StrCat(input, ", ", RuleText(visible_), ", ", report.instruction_set),
      absl::StrCat("Time: scores, softmax and weighted sum",
                   report.sequences == 1 ? "" : " of all sequences", ", median of ",
                   FormatPlural(report.runs, "run"), ". Entropy: mean over the ",
                   report.rows == report.tokens ? "queries." : "chosen query rows.")};
  std::string cells = CellsNote(grid_.bins, report.map_rows >= report.tokens);
  if (!cells.empty()) notes.push_back(std::move(cells));
  if (!labels_.empty() && grid_.label_scale == 0) {
    notes.push_back(heads_.size() == 1
                        ? "Too many tokens to write each at the axes."
                        : "No room to write the tokens at the axes: see one head with --head.");
  }
  return notes;
}

HeadsFigure HeadMaps::Figure(const HeadsReport& report) const {
  HeadsFigure figure;
  figure.title = Title(report);
  figure.notes = Notes(report);
  figure.grid = grid_;
  figure.labels = labels_;
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    const auto head = static_cast<std::size_t>(heads_[i]);
    const double ns = report.head_ns[head];
    figure.panels.push_back(
        {heads_.size() == 1 ? "" : absl::StrCat("head ", heads_[i]),  // else the title says it
         absl::StrCat(FormatNanoseconds(ns), "  ",
                      absl::StrFormat("%.2f bits", EntropyBits(report.statistics[head]))),
         maps_[i]});
  }
  return figure;
}

}  // namespace headwise
