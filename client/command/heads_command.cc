#include "client/command/heads_command.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <ostream>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/command/head_times.h"
#include "client/command/lists.h"
#include "client/command/picture_file.h"
#include "client/command/progress.h"
#include "client/command/row_plan.h"
#include "client/picture/heads_picture.h"

namespace headwise {
namespace {

// The request's rule, else the layer's own.
VisibleKeys RuleOf(const v1::AttendRequest& request, const v1::LayerInfo& layer) {
  return {request.has_causal() ? request.causal() : layer.causal(), layer.window()};
}

// The smaller of the client's limit and the server's.
std::int64_t MessageBytes(const Client& client, const v1::GetModelResponse& model) {
  const std::int64_t limit = client.options().max_message_bytes;
  const std::int64_t servers = model.limits().message_bytes();
  return servers > 0 ? std::min(limit, servers) : limit;
}

std::vector<std::int64_t> AllRows(std::int64_t tokens) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(tokens));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Rows of the input that are tokens or, of cross-attention, keys.
std::int64_t RowsOf(const v1::Tensor& input) { return input.shape(input.shape_size() - 2); }

// Those of the report's sequence, by head.
absl::Status TakeStatistics(const v1::AttendResponse& response, HeadsReport* report) {
  report->statistics.resize(report->head_ns.size());
  std::size_t found = 0;
  for (const v1::HeadStatistics& head : response.statistics()) {
    if (head.sequence() != report->sequence) continue;
    if (head.head() < 0 || static_cast<std::size_t>(head.head()) >= report->statistics.size()) {
      break;
    }
    report->statistics[static_cast<std::size_t>(head.head())] = head;
    ++found;
  }
  if (found == report->statistics.size()) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("statistics: expected ", report->statistics.size(),
                                          " heads of sequence ", report->sequence, ", got ",
                                          found));
}

absl::Status TakeTopKeys(const v1::AttendResponse& response, HeadsReport* report) {
  if (!response.has_top_keys()) return absl::OkStatus();
  auto rows = TopKeyRows(response.top_keys());
  if (!rows.ok()) return rows.status();
  for (TopKeyRow& row : *rows) {
    if (row.sequence == report->sequence) report->top_keys.push_back(std::move(row));
  }
  return absl::OkStatus();
}

}  // namespace

CLI::App* HeadsCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub = app.add_subcommand(
      "heads", "Show what each head of a layer does with an input, and how long it takes");
  flags_.Declare(*sub, true);
  sub->add_option("--rows", rows_,
                  "Query rows to look at: all, or such as 0,5-7 (default: all; of top keys: the "
                  "sequence's last)")
      ->type_name("all|ROWS");
  sub->add_option("--top-keys", top_keys_, "Also list the K keys that each head looks at most")
      ->type_name("K")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()).description(""));
  sub->add_option("--runs", runs_, "Runs that the times are medians of")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
  picture_.Declare(*sub);
  sub->footer(
      "\nA picture shows every query; of a long input one query for each row of its cells, or all\n"
      "with --rows all.\n"
      "\nExamples:\n"
      "  headwise heads demo 2 --input activations.safetensors:layer.2.input\n"
      "  headwise heads demo h.2.attn --input x.npy --rows 10-19 --output json\n"
      "  headwise heads demo 2 --input x.npy --top-keys 3 --rows 5,9 --tokens tokens.txt\n"
      "  headwise heads demo 2 --input x.npy --png heads.png\n"
      "  headwise heads demo 2 --input x.npy --png head.png --head 5 --tokens tokens.txt");
  DeclareServerOptions(*sub, global);
  DeclareOutputOption(*sub, global, false);
  return sub;
}

absl::StatusOr<HeadsReport> HeadsCommand::StartReport(const v1::AttendRequest& request) const {
  HeadsReport report;
  const auto& shape = request.input().shape();
  report.layer = request.layer();
  report.sequences = shape.size() == 3 ? shape[0] : 1;
  report.tokens = RowsOf(request.input());
  report.sequence = picture_.sequence();
  report.runs = runs_;
  if (report.sequence >= report.sequences) {
    return UsageError(absl::StrCat("--sequence: expected 0..", report.sequences - 1,
                                   " for this input, got ", report.sequence));
  }
  const bool cross = request.has_key_input();
  const auto& lengths = cross ? request.key_lengths() : request.lengths();
  std::int64_t keys = cross ? RowsOf(request.key_input()) : report.tokens;
  if (lengths.size() > report.sequence) keys = lengths[static_cast<int>(report.sequence)];
  auto labels = picture_.LabelsFor(keys);
  if (!labels.ok()) return labels.status();
  report.key_labels = *std::move(labels);
  if (!cross) report.row_labels = report.key_labels;
  return report;
}

absl::StatusOr<v1::TopKeySelection> HeadsCommand::SelectTopKeys(const v1::AttendRequest& request,
                                                                const HeadsReport& report) const {
  v1::TopKeySelection selection;
  selection.set_count(top_keys_);
  v1::RowSelection& of = *selection.mutable_of();
  if (picture_.head() >= 0) {
    of.mutable_heads()->add_heads(picture_.head());
  } else {
    of.mutable_heads()->set_all(true);
  }
  if (rows_ == "all") return selection;
  if (rows_.empty()) {
    const auto sequence = static_cast<int>(report.sequence);
    const std::int64_t length =
        request.lengths_size() > sequence ? request.lengths(sequence) : report.tokens;
    of.add_rows(std::max<std::int64_t>(length - 1, 0));
    return selection;
  }
  const auto rows = ParseIndexes("--rows", rows_);
  if (!rows.ok()) return rows.status();
  of.mutable_rows()->Add(rows->begin(), rows->end());
  return selection;
}

absl::Status HeadsCommand::AskStatistics(const Client& client, v1::AttendRequest request,
                                         HeadsReport* report) const {
  v1::OutputSelection& outputs = *request.mutable_outputs();
  outputs.set_context(false);
  v1::RowSelection& statistics = *outputs.mutable_statistics();
  statistics.mutable_heads()->set_all(true);
  report->rows = report->tokens;
  if (!all_rows()) {
    const auto rows = ParseIndexes("--rows", rows_);
    if (!rows.ok()) return rows.status();
    statistics.mutable_rows()->Add(rows->begin(), rows->end());
    report->rows = static_cast<std::int64_t>(rows->size());
  }
  if (top_keys_ > 0) {
    auto selection = SelectTopKeys(request, *report);
    if (!selection.ok()) return selection.status();
    *outputs.mutable_top_keys() = *std::move(selection);
  }
  const auto response = client.Attend(request);
  if (!response.ok()) return response.status();
  absl::Status status = TakeStatistics(*response, report);
  return status.ok() ? TakeTopKeys(*response, report) : status;
}

absl::Status HeadsCommand::DrawMaps(const Client& client, const v1::AttendRequest& request,
                                    const v1::GetModelResponse& model, HeadsReport* report,
                                    Progress* progress) const {
  auto maps =
      HeadMaps::Create(picture_, request, *report, RuleOf(request, model.layers(request.layer())));
  if (!maps.ok()) return maps.status();
  const std::int64_t limit = MessageBytes(client, model);
  const std::int64_t row_bytes = report->sequences * report->tokens *
                                 static_cast<std::int64_t>(maps->heads().size() * sizeof(float));
  auto answers = SplitRows(AllRows(report->tokens), row_bytes, limit);
  if (answers.ok() && answers->size() > 1 && rows_ != "all") {
    answers = SplitRows(maps->Rows(), row_bytes, limit);
  }
  if (!answers.ok()) return answers.status();
  for (std::size_t i = 0; i < answers->size(); ++i) {
    progress->Set(absl::StrCat("probabilities: answer ", i + 1, " of ", answers->size()));
    const std::vector<std::int64_t>& rows = (*answers)[i];
    report->map_rows += static_cast<std::int64_t>(rows.size());
    const auto response = client.Attend(maps->RequestFor(request, rows));
    if (!response.ok()) return response.status();
    absl::Status status = maps->Add(response->probabilities());
    if (!status.ok()) return status;
  }
  report->picture = picture_.path();
  return WritePicture(DrawHeads(maps->Figure(*report)), picture_.path());
}

absl::StatusOr<HeadsReport> HeadsCommand::Examine(const Client& client, v1::AttendRequest request,
                                                  Progress* progress) const {
  const auto model = flags_.AskModel(client, &request);
  if (!model.ok()) return model.status();
  auto report = StartReport(request);
  if (!report.ok()) return report;
  absl::Status status = MeasureHeads(client, request, &*report);
  if (status.ok()) status = AskStatistics(client, request, &*report);
  if (status.ok() && picture_.given()) {
    status = DrawMaps(client, request, *model, &*report, progress);
  }
  if (!status.ok()) return status;
  return report;
}

absl::StatusOr<ExitCode> HeadsCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, false);
  if (!output.ok()) return output.status();
  if (absl::Status status = picture_.Check(top_keys_ > 0); !status.ok()) return status;
  auto request = flags_.ToRequest();
  if (!request.ok()) return request.status();
  const auto client = Connect(global);
  if (!client.ok()) return client.status();
  absl::StatusOr<HeadsReport> report;
  {
    Progress progress(console, "measuring the heads");
    report = Examine(**client, *std::move(request), &progress);
  }
  if (!report.ok()) return report.status();
  if (output->json) {
    *console.out << JsonText(HeadsJson(*report));
  } else {
    PrintHeadsTable(*report, console);
  }
  return kExitOk;
}

}  // namespace headwise
