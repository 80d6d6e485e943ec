#include "client/command/merge_command.h"

#include <ostream>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/command/format.h"
#include "client/command/input.h"
#include "client/command/json_output.h"
#include "client/command/table.h"
#include "client/command/tensor_bridge.h"
#include "client/command/tensor_kinds.h"
#include "engine/attention/merge_partial.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/safetensors_writer.h"

namespace headwise {
namespace {

struct Part {
  Tensor context;
  Tensor log_sum_exp;
};

absl::StatusOr<Tensor> LoadFloats(const std::string& path, const std::string& tensor) {
  auto loaded = LoadTensor("PART", absl::StrCat(path, ":", tensor));
  if (!loaded.ok()) return loaded;
  auto floats = ToF32(*std::move(loaded));
  if (floats.ok()) return floats;
  return absl::Status(floats.status().code(), absl::StrCat("PART: ", FileName(path), ":", tensor,
                                                           ": ", floats.status().message()));
}

// True if the context has one more dimension than the log-sum-exp, and the others alike.
bool Fit(const Shape& context, const Shape& log_sum_exp) {
  if (context.rank() != log_sum_exp.rank() + 1) return false;
  return context.dims().subspan(0, static_cast<std::size_t>(log_sum_exp.rank())) ==
         log_sum_exp.dims();
}

absl::StatusOr<Part> LoadPart(const std::string& path, const std::string& context) {
  auto values = LoadFloats(path, context);
  if (!values.ok()) return values.status();
  auto weights = LoadFloats(path, "log_sum_exp");
  if (!weights.ok()) return weights.status();
  if (!Fit(values->shape(), weights->shape())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "PART: ", FileName(path), ": expected ", context, " to have the dimensions of log_sum_exp ",
        weights->shape().ToString(), " and one more, got ", values->shape().ToString(),
        "; of an attend answer take --context head_context, of all heads"));
  }
  return Part{*std::move(values), *std::move(weights)};
}

absl::Status CheckAlike(const std::vector<Part>& parts, const std::vector<std::string>& paths) {
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].context.shape() != parts[0].context.shape()) {
      return absl::InvalidArgumentError(
          absl::StrCat("PART: expected all parts to have the same queries, got ",
                       parts[0].context.shape().ToString(), " in ", FileName(paths[0]), " and ",
                       parts[i].context.shape().ToString(), " in ", FileName(paths[i])));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Part> Merge(const std::vector<Part>& parts) {
  std::vector<PartialAttention> views;
  for (const Part& part : parts) views.push_back({part.context.view(), part.log_sum_exp.view()});
  Part merged{Tensor(DType::kF32, parts[0].context.shape()),
              Tensor(DType::kF32, parts[0].log_sum_exp.shape())};
  const absl::Status status =
      MergePartial(views, merged.context.mutable_view(), merged.log_sum_exp.mutable_view());
  if (!status.ok()) return status;
  return merged;
}

absl::Status Write(const Part& merged, const std::string& context, const std::string& path) {
  const absl::Status status = WriteSafetensors(
      path, {{context, merged.context.view()}, {"log_sum_exp", merged.log_sum_exp.view()}});
  if (status.ok()) return status;
  return WithExitCode(absl::Status(status.code(), absl::StrCat("--output: ", status.message())),
                      kExitCannotCreate);
}

void Print(const Part& merged, const std::string& context, std::size_t parts,
           const OutputChoice& output, const Console& console) {
  if (output.json) {
    const bool with_values = output.file.empty();
    Json json = {{"parts", parts},
                 {context, JsonTensor(MessageOf(merged.context), with_values)},
                 {"log_sum_exp", JsonTensor(MessageOf(merged.log_sum_exp), with_values)}};
    if (!output.file.empty()) json["file"] = output.file;
    *console.out << JsonText(json);
    return;
  }
  Table table({{""}, {""}});
  table.AddRow({"merged", FormatPlural(static_cast<std::int64_t>(parts), "part")});
  table.AddRow({context, absl::StrCat("F32 ", merged.context.shape().ToString())});
  table.AddRow({"log_sum_exp", absl::StrCat("F32 ", merged.log_sum_exp.shape().ToString())});
  if (!output.file.empty()) table.AddRow({"written", output.file});
  *console.out << table.Render();
}

}  // namespace

CLI::App* MergeCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub = app.add_subcommand(
      "merge", "Put attention over parts of the keys together (needs no server)");
  sub->add_option("PART", parts_,
                  "Answers of the same queries over disjoint keys, two or more: files with "
                  "log_sum_exp [B,H,T] and context [B,H,T,hv]")
      ->type_name("FILE")
      ->required();
  sub->add_option("--context", context_, "Name of the tensor that is merged")
      ->capture_default_str()
      ->type_name("TENSOR");
  sub->footer(
      "\nThe result is the attention over all keys: log_sum_exp = log(sum of exp(log_sum_exp_i)),\n"
      "context = sum of exp(log_sum_exp_i - log_sum_exp) * context_i. Sinks must have taken part "
      "in\n"
      "one of the parts only.\n"
      "\nExamples:\n"
      "  headwise merge a.safetensors b.safetensors --output c.safetensors\n"
      "The parts come from:\n"
      "  headwise core --queries q.npy --keys k1.npy --values v1.npy --output a.safetensors\n"
      "  headwise core --queries q.npy --keys k2.npy --values v2.npy --output b.safetensors");
  DeclareOutputOption(*sub, global, true);
  return sub;
}

absl::StatusOr<ExitCode> MergeCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, true);
  if (!output.ok()) return output.status();
  if (parts_.size() < 2) return UsageError("PART: expected two files or more, got one");
  std::vector<Part> parts;
  for (const std::string& path : parts_) {
    auto part = LoadPart(path, context_);
    if (!part.ok()) return part.status();
    parts.push_back(*std::move(part));
  }
  if (absl::Status status = CheckAlike(parts, parts_); !status.ok()) return status;
  const auto merged = Merge(parts);
  if (!merged.ok()) return merged.status();
  if (!output->file.empty()) {
    if (absl::Status status = Write(*merged, context_, output->file); !status.ok()) return status;
  }
  Print(*merged, context_, parts.size(), *output, console);
  return kExitOk;
}

}  // namespace headwise
