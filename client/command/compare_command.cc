#include "client/command/compare_command.h"

#include <ostream>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "client/command/comparison_figure.h"
#include "client/command/layer_report.h"
#include "client/command/lists.h"
#include "client/command/picture_file.h"
#include "client/command/progress.h"
#include "client/command/served_comparison.h"
#include "client/picture/cost_picture.h"

namespace headwise {

CLI::App* CompareCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub = app.add_subcommand(
      "compare", "Compare one head, stacked heads and fused heads: weights, outputs, cost");
  flags_.Declare(*sub, false);
  sub->add_option("--runs", local_.runs, "Runs that the times are medians of")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
  AddPictureOption(*sub, png_, "Also draw time and work against the number of heads");
  const char* group = "Without MODEL (random weights, on this machine)";
  sub->add_option("--tokens", local_.tokens, "T, tokens of the sequence")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
  sub->add_option("--d-model", local_.d_model, "D, width of input and output")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
  sub->add_option("--heads", heads_, "Numbers of heads, each a divisor of D")
      ->type_name("H,...")
      ->capture_default_str()
      ->group(group);
  sub->add_option("--threads", local_.workers, "Threads that compute; 0: as many as CPUs allowed")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(0, 1024).description(""))
      ->group(group);
  sub->add_option("--seed", local_.seed, "Seed of the random numbers")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
  sub->footer(
      "\nExamples:\n"
      "  headwise compare\n"
      "  headwise compare --tokens 1024 --d-model 768 --heads 1,4,12 --threads 1\n"
      "  headwise compare --heads 1,2,4,8,16,32 --png compare.png\n"
      "  headwise compare demo 0 --input activations.safetensors:layer.0.input\n"
      "  headwise compare bart 6 --input x.npy --key-input encoded.npy");
  DeclareServerOptions(*sub, global);
  DeclareOutputOption(*sub, global, false);
  return sub;
}

absl::StatusOr<Comparison> CompareCommand::CompareHere(const Console& console) {
  const auto heads = ParseIntegers("--heads", heads_, 1);
  if (!heads.ok()) return heads.status();
  local_.heads = *heads;
  local_.causal = flags_.causal() >= 0;
  Progress progress(console, "comparing");
  return CompareLocally(local_, &progress);
}

absl::StatusOr<Comparison> CompareCommand::CompareThere(const GlobalOptions& global,
                                                        const Console& console) const {
  auto request = flags_.ToRequest();
  if (!request.ok()) return request.status();
  const auto client = Connect(global);
  if (!client.ok()) return client.status();
  const Progress progress(console, absl::StrCat("comparing at ", global.server));
  const auto model = flags_.AskModel(**client, &*request);
  if (!model.ok()) return model.status();
  const LayerSpec spec = SpecOf(model->layers(request->layer()));
  return CompareServed(**client, spec, *request, local_.runs);
}

absl::StatusOr<ExitCode> CompareCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, false);
  if (!output.ok()) return output.status();
  auto comparison = flags_.given() ? CompareThere(global, console) : CompareHere(console);
  if (!comparison.ok()) return comparison.status();
  if (!png_.empty()) {
    absl::Status status = WritePicture(DrawCost(FigureOf(*comparison)), png_);
    if (!status.ok()) return status;
    comparison->picture = png_;
  }
  if (output->json) {
    *console.out << JsonText(ComparisonJson(*comparison));
  } else {
    PrintComparisonTables(*comparison, console);
  }
  return kExitOk;
}

}  // namespace headwise
