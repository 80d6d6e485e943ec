#include "client/command/models_command.h"

#include <cstdint>
#include <ostream>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "client/command/format.h"
#include "client/command/layer_report.h"
#include "client/command/names.h"

namespace headwise {
namespace {

Json SummariesJson(const v1::ListModelsResponse& response) {
  Json models = Json::array();
  for (const v1::ModelSummary& model : response.models()) {
    models.push_back({{"name", model.name()},
                      {"version", model.version()},
                      {"state", ModelStateText(model.state())},
                      {"architecture", model.architecture()},
                      {"layers", model.layers()},
                      {"heads", model.heads()},
                      {"d_model", model.d_model()}});
  }
  return {{"models", models}};
}

Table SummariesTable(const v1::ListModelsResponse& response) {
  Table table({{"NAME"},
               {"STATE"},
               {"ARCHITECTURE"},
               {"LAYERS", Align::kRight},
               {"HEADS", Align::kRight},
               {"D_MODEL", Align::kRight},
               {"VERSION"}});
  for (const v1::ModelSummary& model : response.models()) {
    const bool ready = model.state() == v1::MODEL_STATE_READY;
    auto number = [ready](std::int64_t value) { return ready ? absl::StrCat(value) : "-"; };
    table.AddRow({model.name(), ModelStateText(model.state()), ready ? model.architecture() : "-",
                  number(model.layers()), number(model.heads()), number(model.d_model()),
                  ready ? model.version() : "-"});
  }
  return table;
}

std::vector<LayerSpec> SpecsOf(const v1::GetModelResponse& model) {
  std::vector<LayerSpec> specs;
  for (const v1::LayerInfo& layer : model.layers()) specs.push_back(SpecOf(layer));
  return specs;
}

Json ModelJson(const v1::GetModelResponse& model) {
  Json layers = LayersJson(SpecsOf(model));
  for (int i = 0; i < model.layers_size(); ++i) {
    layers[i]["projection_flops_per_token"] = model.layers(i).projection_flops_per_token();
    layers[i]["attention_flops_per_pair"] = model.layers(i).attention_flops_per_pair();
  }
  Json notes = Json::array();
  for (const std::string& note : model.notes()) notes.push_back(note);
  const v1::Limits& limits = model.limits();
  return {{"name", model.name()},
          {"version", model.version()},
          {"state", ModelStateText(model.state())},
          {"architecture", model.architecture()},
          {"weights_dtype", DataTypeText(model.weights_dtype())},
          {"weight_storage", WeightStorageText(model.weight_storage())},
          {"projection_kernels", model.projection_kernels()},
          {"compute_dtype", DataTypeText(model.compute_dtype())},
          {"instruction_set", model.instruction_set()},
          {"batch_invariant", model.batch_invariant()},
          {"parameters", model.parameters()},
          {"weights_bytes", model.weights_bytes()},
          {"limits",
           {{"message_bytes", limits.message_bytes()},
            {"request_tokens", limits.request_tokens()},
            {"queue_requests", limits.queue_requests()},
            {"queue_tokens", limits.queue_tokens()}}},
          {"notes", notes},
          {"layers", layers}};
}

Table FactsTable(const v1::GetModelResponse& model) {
  Table table({{""}, {""}});
  table.AddRow({"name", model.name()});
  table.AddRow({"state", ModelStateText(model.state())});
  if (model.state() != v1::MODEL_STATE_READY) return table;
  table.AddRow({"version", model.version()});
  table.AddRow({"architecture", model.architecture()});
  table.AddRow({"weights", absl::StrCat(DataTypeText(model.weights_dtype()), " in the file, ",
                                        WeightStorageText(model.weight_storage()), " and ",
                                        FormatBytes(model.weights_bytes()), " in memory, on ",
                                        model.projection_kernels(), " kernels")});
  table.AddRow({"computes in", absl::StrCat(DataTypeText(model.compute_dtype()), " on ",
                                            model.instruction_set())});
  table.AddRow({"parameters", FormatCount(model.parameters())});
  table.AddRow({"batch invariant", FormatYesNo(model.batch_invariant())});
  const v1::Limits& limits = model.limits();
  table.AddRow({"a request", absl::StrCat("at most ", FormatBytes(limits.message_bytes()), " and ",
                                          FormatPlural(limits.request_tokens(), "token"))});
  table.AddRow(
      {"the queue", absl::StrCat("at most ", FormatPlural(limits.queue_requests(), "request"),
                                 " and ", FormatPlural(limits.queue_tokens(), "token"))});
  for (const std::string& note : model.notes()) table.AddRow({"note", note});
  return table;
}

absl::StatusOr<ExitCode> ListModels(const Client& client, bool json, const Console& console) {
  const auto response = client.ListModels();
  if (!response.ok()) return response.status();
  if (json) {
    *console.out << JsonText(SummariesJson(*response));
  } else if (response->models().empty()) {
    *console.err << "the server at " << client.options().target << " serves no model\n";
  } else {
    *console.out << SummariesTable(*response).Render(console.bold);
  }
  return kExitOk;
}

absl::StatusOr<ExitCode> DescribeModel(const Client& client, const std::string& name, bool json,
                                       const Console& console) {
  const auto model = client.GetModel(name);
  if (!model.ok()) return model.status();
  if (json) {
    *console.out << JsonText(ModelJson(*model));
    return kExitOk;
  }
  *console.out << FactsTable(*model).Render();
  if (model->layers_size() > 0) {
    *console.out << "\n" << LayersTable(SpecsOf(*model)).Render(console.bold);
  }
  return kExitOk;
}

}  // namespace

CLI::App* ModelsCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub = app.add_subcommand("models", "List the models of a server, or describe one");
  sub->add_option("NAME", name_, "Describe this model with its layers and limits");
  sub->footer(
      "\nExamples:\n"
      "  headwise models\n"
      "  headwise models demo\n"
      "  headwise models demo --output json | jq '.layers[].heads'");
  DeclareServerOptions(*sub, global);
  DeclareOutputOption(*sub, global, false);
  return sub;
}

absl::StatusOr<ExitCode> ModelsCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, false);
  if (!output.ok()) return output.status();
  const auto client = Connect(global);
  if (!client.ok()) return client.status();
  if (name_.empty()) return ListModels(**client, output->json, console);
  return DescribeModel(**client, name_, output->json, console);
}

}  // namespace headwise
