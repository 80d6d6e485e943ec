#include "client/command/heads_command.h"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/command/lists.h"
#include "client/command/median.h"
#include "client/command/progress.h"

namespace headwise {
namespace {

absl::Status AskProbabilities(const Client& client, v1::AttendRequest request,
                              const std::vector<std::int64_t>& rows, HeadsReport* report) {
  v1::OutputSelection& outputs = *request.mutable_outputs();
  outputs.set_context(false);
  outputs.mutable_probabilities()->mutable_heads()->set_all(true);
  outputs.mutable_probabilities()->mutable_rows()->Add(rows.begin(), rows.end());
  request.set_output_dtype(v1::DATA_TYPE_F32);
  const auto response = client.Attend(request);
  if (!response.ok()) return response.status();
  return AddProbabilities(response->probabilities(), &report->heads);
}

}  // namespace

CLI::App* HeadsCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub = app.add_subcommand(
      "heads", "Show what each head of a layer does with an input, and how long it takes");
  flags_.Declare(*sub, true);
  sub->add_option("--rows", rows_,
                  "Query rows to look at: all, or such as 0,5-7 (default: all that fit one answer, "
                  "else an even sample)")
      ->type_name("all|ROWS");
  sub->add_option("--runs", runs_, "Runs that the times are medians of")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
  sub->footer(
      "\nExamples:\n"
      "  headwise heads demo 2 --input activations.safetensors:layer.2.input\n"
      "  headwise heads demo 2 --input x.npy --rows all --output json");
  DeclareServerOptions(*sub, global);
  DeclareOutputOption(*sub, global, false);
  return sub;
}

absl::Status HeadsCommand::MeasureTimes(const Client& client, v1::AttendRequest request,
                                        HeadsReport* report) const {
  request.mutable_outputs()->set_timings(true);
  std::vector<std::vector<double>> head_ns;
  for (int run = 0; run < runs_; ++run) {
    const auto response = client.Attend(request);
    if (!response.ok()) return response.status();
    const v1::Timings& timings = response->timings();
    const auto heads = static_cast<std::size_t>(timings.head_ns_size());
    if (heads == 0 || (run > 0 && head_ns.size() != heads)) {
      return absl::UnavailableError(
          "timings: the server measures no heads; start headwise-server with --head-timing");
    }
    head_ns.resize(heads);
    for (std::size_t h = 0; h < head_ns.size(); ++h) {
      head_ns[h].push_back(static_cast<double>(timings.head_ns(static_cast<int>(h))));
    }
    report->model = response->model();
    report->model_version = response->model_version();
    report->instruction_set = response->instruction_set();
  }
  for (const std::vector<double>& runs : head_ns) report->head_ns.push_back(Median(runs));
  report->heads.resize(head_ns.size());
  return absl::OkStatus();
}

absl::StatusOr<RowPlan> HeadsCommand::PlanRows(const Client& client,
                                               const v1::AttendRequest& request,
                                               const HeadsReport& report) const {
  const auto model = client.GetModel(request.model());
  if (!model.ok()) return model.status();
  std::int64_t limit = client.options().max_message_bytes;
  if (model->limits().message_bytes() > 0) limit = std::min(limit, model->limits().message_bytes());
  const std::int64_t row_bytes = report.sequences * report.tokens *
                                 static_cast<std::int64_t>(report.heads.size() * sizeof(float));
  if (rows_.empty()) return SampleRows(report.tokens, row_bytes, limit);
  if (rows_ == "all") {
    std::vector<std::int64_t> all(static_cast<std::size_t>(report.tokens));
    std::iota(all.begin(), all.end(), 0);
    return SplitRows(all, row_bytes, limit);
  }
  const auto rows = ParseIndexes("--rows", rows_);
  if (!rows.ok()) return rows.status();
  return SplitRows(*rows, row_bytes, limit);
}

absl::StatusOr<HeadsReport> HeadsCommand::Examine(const Client& client,
                                                  const v1::AttendRequest& request,
                                                  Progress* progress) const {
  HeadsReport report;
  const auto& shape = request.input().shape();
  report.layer = request.layer();
  report.sequences = shape.size() == 3 ? shape[0] : 1;
  report.tokens = shape[shape.size() - 2];
  report.runs = runs_;
  if (absl::Status status = MeasureTimes(client, request, &report); !status.ok()) return status;
  const auto plan = PlanRows(client, request, report);
  if (!plan.ok()) return plan.status();
  report.rows = plan->rows;
  report.sampled = plan->sampled;
  for (std::size_t i = 0; i < plan->requests.size(); ++i) {
    progress->Set(absl::StrCat("probabilities: answer ", i + 1, " of ", plan->requests.size()));
    const absl::Status status = AskProbabilities(client, request, plan->requests[i], &report);
    if (!status.ok()) return status;
  }
  return report;
}

absl::StatusOr<ExitCode> HeadsCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, false);
  if (!output.ok()) return output.status();
  const auto request = flags_.ToRequest();
  if (!request.ok()) return request.status();
  const auto client = Connect(global);
  if (!client.ok()) return client.status();
  absl::StatusOr<HeadsReport> report;
  {
    Progress progress(console, "measuring the heads");
    report = Examine(**client, *request, &progress);
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
