#include "client/command/heads_command.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/command/lists.h"
#include "client/command/median.h"
#include "client/command/picture_file.h"
#include "client/command/progress.h"
#include "client/picture/heads_picture.h"

namespace headwise {
namespace {

absl::Status AskProbabilities(const Client& client, v1::AttendRequest request,
                              const std::vector<std::int64_t>& rows, HeadsReport* report,
                              HeadMaps* maps) {
  v1::OutputSelection& outputs = *request.mutable_outputs();
  outputs.set_context(false);
  outputs.mutable_probabilities()->mutable_heads()->set_all(true);
  outputs.mutable_probabilities()->mutable_rows()->Add(rows.begin(), rows.end());
  request.set_output_dtype(v1::DATA_TYPE_F32);
  const auto response = client.Attend(request);
  if (!response.ok()) return response.status();
  absl::Status status = AddProbabilities(response->probabilities(), &report->heads);
  if (status.ok() && maps != nullptr) status = maps->Add(response->probabilities());
  return status;
}

// The request's rule, else the layer's own.
bool IsCausal(const v1::AttendRequest& request, const v1::GetModelResponse& model) {
  if (request.has_causal()) return request.causal();
  return request.layer() < model.layers_size() && model.layers(request.layer()).causal();
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
  picture_.Declare(*sub);
  sub->footer(
      "\nExamples:\n"
      "  headwise heads demo 2 --input activations.safetensors:layer.2.input\n"
      "  headwise heads demo 2 --input x.npy --rows all --output json\n"
      "  headwise heads demo 2 --input x.npy --png heads.png\n"
      "  headwise heads demo 2 --input x.npy --png head.png --head 5 --tokens tokens.txt");
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

absl::StatusOr<RowPlan> HeadsCommand::PlanRows(std::int64_t message_bytes,
                                               const HeadsReport& report,
                                               const HeadMaps* maps) const {
  const std::int64_t row_bytes = report.sequences * report.tokens *
                                 static_cast<std::int64_t>(report.heads.size() * sizeof(float));
  if (rows_ == "all") return SplitRows(AllRows(report.tokens), row_bytes, message_bytes);
  if (!rows_.empty()) {
    const auto rows = ParseIndexes("--rows", rows_);
    if (!rows.ok()) return rows.status();
    return SplitRows(*rows, row_bytes, message_bytes);
  }
  auto plan = SampleRows(report.tokens, row_bytes, message_bytes);
  if (!plan.ok() || !plan->sampled || maps == nullptr) return plan;
  plan = SplitRows(maps->Rows(), row_bytes, message_bytes);
  if (plan.ok()) plan->sampled = plan->rows < report.tokens;
  return plan;
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
  const auto model = client.GetModel(request.model());
  if (!model.ok()) return model.status();
  std::optional<HeadMaps> maps;
  if (picture_.given()) {
    auto made = HeadMaps::Create(picture_, request, report, IsCausal(request, *model));
    if (!made.ok()) return made.status();
    maps = *std::move(made);
  }
  HeadMaps* const drawn = maps.has_value() ? &*maps : nullptr;
  absl::Status status =
      AskRows(client, request, MessageBytes(client, *model), drawn, &report, progress);
  if (status.ok() && drawn != nullptr) {
    report.picture = picture_.path();
    status = WritePicture(DrawHeads(drawn->Figure(report)), picture_.path());
  }
  if (!status.ok()) return status;
  return report;
}

absl::Status HeadsCommand::AskRows(const Client& client, const v1::AttendRequest& request,
                                   std::int64_t message_bytes, HeadMaps* maps, HeadsReport* report,
                                   Progress* progress) const {
  const auto plan = PlanRows(message_bytes, *report, maps);
  if (!plan.ok()) return plan.status();
  report->rows = plan->rows;
  report->sampled = plan->sampled;
  for (std::size_t i = 0; i < plan->requests.size(); ++i) {
    progress->Set(absl::StrCat("probabilities: answer ", i + 1, " of ", plan->requests.size()));
    const absl::Status status = AskProbabilities(client, request, plan->requests[i], report, maps);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<ExitCode> HeadsCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, false);
  if (!output.ok()) return output.status();
  if (absl::Status status = picture_.Check(rows_); !status.ok()) return status;
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
