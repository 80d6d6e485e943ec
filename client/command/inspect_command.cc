#include "client/command/inspect_command.h"

#include <cstdint>
#include <ostream>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "client/command/format.h"
#include "client/command/layer_report.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/tensor/dtype.h"

namespace headwise {
namespace {

std::int64_t Parameters(const Checkpoint& checkpoint) {
  std::int64_t sum = 0;
  for (const LayerSpec& layer : checkpoint.layers()) sum += layer.parameters();
  return sum;
}

Json CheckpointJson(const Checkpoint& checkpoint) {
  Json notes = Json::array();
  for (const std::string& note : checkpoint.notes()) notes.push_back(note);
  Json skipped = Json::array();
  for (const SkippedTensors& some : checkpoint.skipped()) {
    skipped.push_back({{"names", some.names}, {"tensors", some.tensors}, {"reason", some.reason}});
  }
  return {{"architecture", checkpoint.architecture()},
          {"weights_dtype", std::string(DTypeName(checkpoint.weights_dtype()))},
          {"parameters", Parameters(checkpoint)},
          {"attention_bytes", checkpoint.attention_bytes()},
          {"notes", notes},
          {"skipped", skipped},
          {"layers", LayersJson(checkpoint.layers())}};
}

Table FactsTable(const Checkpoint& checkpoint) {
  Table table({{""}, {""}});
  table.AddRow({"architecture", checkpoint.architecture()});
  table.AddRow({"layers", absl::StrCat(checkpoint.layers().size())});
  table.AddRow({"attention weights",
                absl::StrCat(DTypeName(checkpoint.weights_dtype()), ", ",
                             FormatBytes(checkpoint.attention_bytes()), " in the file")});
  table.AddRow({"parameters", FormatCount(Parameters(checkpoint))});
  for (const std::string& note : checkpoint.notes()) table.AddRow({"note", note});
  for (const SkippedTensors& some : checkpoint.skipped()) {
    table.AddRow({"skipped", absl::StrCat(some.names, " (", FormatPlural(some.tensors, "tensor"),
                                          "): ", some.reason)});
  }
  return table;
}

}  // namespace

CLI::App* InspectCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub = app.add_subcommand(
      "inspect", "Say what the loader recognises in a checkpoint's folder (needs no server)");
  sub->add_option("DIR", directory_, "Folder with config.json and model.safetensors")->required();
  sub->footer(
      "\nExamples:\n"
      "  headwise inspect deploy/demo\n"
      "  headwise inspect ~/models/gpt2 --output json");
  DeclareOutputOption(*sub, global, false);
  return sub;
}

absl::StatusOr<ExitCode> InspectCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, false);
  if (!output.ok()) return output.status();
  const auto checkpoint = Checkpoint::Open(directory_);
  if (!checkpoint.ok()) {
    absl::Status status(checkpoint.status().code(),
                        absl::StrCat(directory_, ": ", checkpoint.status().message()));
    // What the loader does not support is a matter of the data; there is no server to miss.
    return absl::IsUnimplemented(status) ? WithExitCode(status, kExitData) : status;
  }
  if (output->json) {
    *console.out << JsonText(CheckpointJson(*checkpoint));
    return kExitOk;
  }
  *console.out << FactsTable(*checkpoint).Render() << "\n"
               << LayersTable(checkpoint->layers()).Render(console.bold);
  return kExitOk;
}

}  // namespace headwise
