#include "client/command/core_command.h"

#include <cmath>
#include <ostream>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/command/answer_file.h"
#include "client/command/answer_report.h"
#include "client/command/format.h"
#include "client/command/lists.h"
#include "client/command/mask_flag.h"
#include "client/command/names.h"
#include "client/command/progress.h"
#include "client/command/rows_input.h"

namespace headwise {
namespace {

constexpr char kRules[] = "What each query sees";

struct CoreReport {
  v1::AttendCoreResponse response;
  double round_trip_ns = 0;
  std::string file;
};

absl::Status PrintTable(const CoreReport& report, const Console& console) {
  Table table({{""}, {""}});
  table.AddRow({"computed on", report.response.instruction_set()});
  AddAnswerRows(report.response, &table);
  table.AddRow({"round trip",
                absl::StrCat(FormatNanoseconds(report.round_trip_ns), ", connecting included")});
  if (report.response.has_timings()) AddTimingRows(report.response.timings(), &table);
  if (!report.file.empty()) table.AddRow({"written", report.file});
  *console.out << table.Render();
  return PrintHeadTables(report.response, console);
}

absl::Status PrintJson(const CoreReport& report, const Console& console) {
  Json json = {{"instruction_set", report.response.instruction_set()},
               {"round_trip_ns", std::llround(report.round_trip_ns)}};
  absl::Status status = AddAnswerJson(report.response, report.file.empty(), &json);
  if (!status.ok()) return status;
  if (!report.file.empty()) json["file"] = report.file;
  *console.out << JsonText(json);
  return absl::OkStatus();
}

}  // namespace

CLI::App* CoreCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub =
      app.add_subcommand("core", "Send queries, keys and values: attention without a model");
  const char* file = "FILE[:TENSOR]";
  sub->add_option("--queries", queries_, "Queries [B,H,T,hd] or [H,T,hd]")
      ->type_name(file)
      ->required();
  sub->add_option("--keys", keys_, "Keys [B,KV,Tk,hd]; KV divides H, query head h uses h / (H/KV)")
      ->type_name(file)
      ->required();
  sub->add_option("--values", values_, "Values [B,KV,Tk,hv]")->type_name(file)->required();
  DeclareRules(*sub);
  sub->add_option("--dtype", dtype_, "Type of the answer: f32, f16 or bf16 (default: the queries')")
      ->type_name("TYPE");
  outputs_.Declare(*sub);
  sub->footer(
      "\nThe answer holds context [B,H,T,hv] and log_sum_exp [B,H,T]. Answers of the same queries\n"
      "over disjoint keys can be put together: see 'headwise merge --help'.\n"
      "\nExamples:\n"
      "  headwise core --queries q.npy --keys k.npy --values v.npy --causal --output "
      "z.safetensors\n"
      "  headwise core --queries qkv.safetensors:q --keys qkv.safetensors:k \\\n"
      "      --values qkv.safetensors:v --window 128 --sinks 0.5,-1 --output json");
  DeclareServerOptions(*sub, global);
  DeclareOutputOption(*sub, global, true);
  return sub;
}

void CoreCommand::DeclareRules(CLI::App& sub) {
  sub.add_option("--key-lengths", key_lengths_,
                 "Keys of each sequence, such as 17,9 (default: all)")
      ->type_name("N,...")
      ->group(kRules);
  AddMaskOption(sub, masks_, kRules);
  sub.add_flag("--causal", causal_, "Hide later keys from each query, aligned at the last ones")
      ->group(kRules);
  sub.add_option("--window", window_, "A query sees the last N keys up to its own place (0: all)")
      ->type_name("N")
      ->group(kRules);
  sub.add_option("--scale", scale_, "Factor on Q K^T (default: hd^-0.5)")
      ->type_name("X")
      ->group(kRules);
  sub.add_option("--softcap", softcap_, "Scores become X * tanh(score / X) (0: not)")
      ->type_name("X")
      ->group(kRules);
  sub.add_option("--alibi-slopes", alibi_slopes_, "A slope for each head, such as 0.5,0.25")
      ->type_name("X,...")
      ->group(kRules);
  sub.add_option("--sinks", sinks_, "A logit for each head that takes part without a value")
      ->type_name("X,...")
      ->group(kRules);
}

absl::Status CoreCommand::AddTensors(v1::AttendCoreRequest* request) const {
  auto queries = LoadHeadRows("--queries", queries_);
  if (!queries.ok()) return queries.status();
  auto keys = LoadHeadRows("--keys", keys_);
  if (!keys.ok()) return keys.status();
  auto values = LoadHeadRows("--values", values_);
  if (!values.ok()) return values.status();
  *request->mutable_queries() = *std::move(queries);
  *request->mutable_keys() = *std::move(keys);
  *request->mutable_values() = *std::move(values);
  for (const std::string& value : masks_) {
    auto mask = LoadMask(value);
    if (!mask.ok()) return mask.status();
    *request->add_masks() = *std::move(mask);
  }
  return absl::OkStatus();
}

absl::Status CoreCommand::AddLists(v1::AttendCoreRequest* request) const {
  if (!key_lengths_.empty()) {
    const auto lengths = ParseIntegers("--key-lengths", key_lengths_, 0);
    if (!lengths.ok()) return lengths.status();
    request->mutable_key_lengths()->Add(lengths->begin(), lengths->end());
  }
  if (!alibi_slopes_.empty()) {
    const auto slopes = ParseFloats("--alibi-slopes", alibi_slopes_);
    if (!slopes.ok()) return slopes.status();
    request->mutable_alibi_slopes()->Add(slopes->begin(), slopes->end());
  }
  if (!sinks_.empty()) {
    const auto sinks = ParseFloats("--sinks", sinks_);
    if (!sinks.ok()) return sinks.status();
    request->mutable_sinks()->Add(sinks->begin(), sinks->end());
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::AttendCoreRequest> CoreCommand::MakeRequest() const {
  v1::AttendCoreRequest request;
  request.set_causal(causal_);
  request.set_window(window_);
  request.set_softcap(softcap_);
  if (scale_.has_value()) request.set_scale(*scale_);
  if (!dtype_.empty()) {
    const auto dtype = ParseDataType("--dtype", dtype_);
    if (!dtype.ok()) return dtype.status();
    request.set_output_dtype(*dtype);
  }
  absl::Status status = AddLists(&request);
  if (status.ok()) status = outputs_.AddTo(request.mutable_outputs());
  if (status.ok()) status = AddTensors(&request);
  if (!status.ok()) return status;
  return request;
}

absl::StatusOr<ExitCode> CoreCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, true);
  if (!output.ok()) return output.status();
  const auto request = MakeRequest();
  if (!request.ok()) return request.status();
  const auto client = Connect(global);
  if (!client.ok()) return client.status();
  CoreReport report;
  {
    const Progress progress(console, "waiting for the answer");
    const absl::Time start = absl::Now();
    auto response = (*client)->AttendCore(*request);
    if (!response.ok()) return response.status();
    report.round_trip_ns = absl::ToDoubleNanoseconds(absl::Now() - start);
    report.response = *std::move(response);
  }
  if (!output->file.empty()) {
    const absl::Status status = WriteAnswer(report.response, output->file);
    if (!status.ok()) return status;
    report.file = output->file;
  }
  absl::Status status = output->json ? PrintJson(report, console) : PrintTable(report, console);
  if (!status.ok()) return status;
  return kExitOk;
}

}  // namespace headwise
