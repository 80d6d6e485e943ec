#include "client/command/attend_command.h"

#include <cstdint>
#include <ostream>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/command/answer_file.h"
#include "client/command/attend_report.h"
#include "client/command/input.h"
#include "client/command/lists.h"
#include "client/command/names.h"
#include "client/command/progress.h"
#include "client/command/tensor_bridge.h"

namespace headwise {
namespace {

absl::StatusOr<Difference> CompareWithFile(const v1::Tensor& context, const std::string& file) {
  const absl::StatusOr<Tensor> want = LoadInput("--expect", file);
  if (!want.ok()) return want.status();
  auto difference = CompareTensors(context, MessageOf(*want));
  if (difference.ok()) return difference;
  return absl::Status(difference.status().code(),
                      absl::StrCat("--expect: ", difference.status().message()));
}

absl::StatusOr<AttendReport> Ask(const Client& client, const v1::AttendRequest& request,
                                 const Console& console) {
  const Progress progress(
      console, absl::StrCat("waiting for layer ", request.layer(), " of ", request.model()));
  AttendReport report;
  const absl::Time start = absl::Now();
  auto response = client.Attend(request);
  if (!response.ok()) return response.status();
  report.round_trip_ns = absl::ToDoubleNanoseconds(absl::Now() - start);
  report.response = *std::move(response);
  return report;
}

}  // namespace

CLI::App* AttendCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub = app.add_subcommand("attend", "Send token embeddings to a layer");
  flags_.Declare(*sub, true);
  sub->add_option("--form", form_, "Way of computing: fused (default), stacked or single_head")
      ->type_name("FORM");
  sub->add_option("--gates", gates_, "A factor for each head's context, such as 1,0,0.5,1")
      ->type_name("G,...");
  sub->add_option("--off", off_, "Switch heads off, such as 0,2-4 (sets their gates to 0)")
      ->type_name("HEADS");
  sub->add_option("--dtype", dtype_, "Type of the answer: f32, f16 or bf16 (default: the input's)")
      ->type_name("TYPE");
  const char* outputs = OutputFlags::kGroup;
  sub->add_option("--heads", heads_, "Also each head's context Z_h before the merge")
      ->type_name("all|HEADS")
      ->group(outputs);
  sub->add_option("--contributions", contributions_,
                  "Also each head's part of the context vectors: Z_h through its columns of the "
                  "output projection")
      ->type_name("all|HEADS")
      ->group(outputs);
  sub->add_flag("--lse", log_sum_exp_, "Also the logarithm of each softmax denominator")
      ->group(outputs);
  outputs_.Declare(*sub);
  sub->add_option("--expect", expect_,
                  "Compare the context vectors with this tensor; exit with 1 if any element "
                  "differs by more than 1e-5 + 1e-4*|want|")
      ->type_name("FILE[:TENSOR]")
      ->group(outputs);
  sub->footer(
      "\nExamples:\n"
      "  headwise attend demo 0 --input x.npy --output y.safetensors\n"
      "  headwise attend demo 3 --input activations.safetensors:layer.3.input \\\n"
      "      --expect activations.safetensors:layer.3.output\n"
      "  headwise attend demo 1 --input x.npy --off 0,2-4 --timings\n"
      "  headwise attend demo 1 --input x.npy --probabilities 5 --rows 0-9 --output json\n"
      "  headwise attend demo h.1.attn --input x.npy --top-keys 3 --statistics --rows 9\n"
      "  headwise attend bart 6 --input x.npy --key-input encoded.npy --key-lengths 17,9\n"
      "  headwise attend demo 0 --input x.npy --mask padding.npy=ignore --mask bias.npy=add");
  DeclareServerOptions(*sub, global);
  DeclareOutputOption(*sub, global, true);
  return sub;
}

absl::Status AttendCommand::AddOutputs(v1::AttendRequest* request) const {
  v1::OutputSelection& outputs = *request->mutable_outputs();
  outputs.set_log_sum_exp(log_sum_exp_);
  if (!heads_.empty()) {
    auto heads = ParseHeads("--heads", heads_);
    if (!heads.ok()) return heads.status();
    *outputs.mutable_head_context() = *std::move(heads);
  }
  if (!contributions_.empty()) {
    auto heads = ParseHeads("--contributions", contributions_);
    if (!heads.ok()) return heads.status();
    *outputs.mutable_contributions() = *std::move(heads);
  }
  return outputs_.AddTo(&outputs);
}

absl::StatusOr<v1::AttendRequest> AttendCommand::MakeRequest() const {
  auto request = flags_.ToRequest();
  if (!request.ok()) return request;
  if (!form_.empty()) {
    const auto form = ParseForm("--form", form_);
    if (!form.ok()) return form.status();
    request->set_form(*form);
  }
  if (!dtype_.empty()) {
    const auto dtype = ParseDataType("--dtype", dtype_);
    if (!dtype.ok()) return dtype.status();
    request->set_output_dtype(*dtype);
  }
  if (!gates_.empty()) {
    const auto gates = ParseFloats("--gates", gates_);
    if (!gates.ok()) return gates.status();
    request->mutable_gates()->Add(gates->begin(), gates->end());
  }
  if (absl::Status status = AddOutputs(&*request); !status.ok()) return status;
  return request;
}

absl::Status AttendCommand::SwitchOff(const Client& client, v1::AttendRequest* request) const {
  if (off_.empty()) return absl::OkStatus();
  const auto off = ParseIndexes("--off", off_);
  if (!off.ok()) return off.status();
  const auto model = client.GetModel(request->model());
  if (!model.ok()) return model.status();
  // The server refuses the layer, with its reason.
  if (request->layer() >= model->layers_size()) return absl::OkStatus();
  const int heads = model->layers(request->layer()).heads();
  if (request->gates().empty()) {
    for (int head = 0; head < heads; ++head) request->add_gates(1);
  }
  for (const std::int64_t head : *off) {
    if (head >= heads) {
      return UsageError(absl::StrCat("--off: expected heads in 0..", heads - 1, ", got ", head));
    }
    if (head < request->gates_size()) request->set_gates(static_cast<int>(head), 0);
  }
  return absl::OkStatus();
}

absl::StatusOr<ExitCode> AttendCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, true);
  if (!output.ok()) return output.status();
  auto request = MakeRequest();
  if (!request.ok()) return request.status();
  const auto client = Connect(global);
  if (!client.ok()) return client.status();
  absl::Status status = flags_.SetLayer(**client, &*request);
  if (status.ok()) status = SwitchOff(**client, &*request);
  if (!status.ok()) return status;
  auto report = Ask(**client, *request, console);
  if (!report.ok()) return report.status();
  if (!output->file.empty()) {
    status = WriteAnswer(report->response, output->file);
    if (!status.ok()) return status;
    report->file = output->file;
  }
  if (!expect_.empty()) {
    const auto difference = CompareWithFile(report->response.context(), expect_);
    if (!difference.ok()) return difference.status();
    report->difference = *difference;
  }
  if (output->json) {
    const auto json = AttendJson(*report);
    if (!json.ok()) return json.status();
    *console.out << JsonText(*json);
  } else if (status = PrintAttendTable(*report, console); !status.ok()) {
    return status;
  }
  const bool differs = report->difference.has_value() && report->difference->beyond_tolerance > 0;
  return differs ? kExitDifferent : kExitOk;
}

}  // namespace headwise
