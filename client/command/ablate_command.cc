#include "client/command/ablate_command.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/command/ablation.h"
#include "client/command/ablation_report.h"
#include "client/command/lists.h"
#include "client/command/picture_file.h"
#include "client/command/progress.h"
#include "client/picture/bar_picture.h"

namespace headwise {
namespace {

absl::Status CheckHeads(const char* flag, const std::vector<std::int64_t>& heads, int count) {
  const std::int64_t most = *std::max_element(heads.begin(), heads.end());
  if (most < count) return absl::OkStatus();
  return UsageError(
      absl::StrCat(flag, ": expected heads in 0..", count - 1, " for this layer, got ", most));
}

}  // namespace

CLI::App* AblateCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub = app.add_subcommand(
      "ablate", "Rank a layer's heads by how much its output changes without each");
  flags_.Declare(*sub, true);
  sub->add_option("--heads", heads_, "Switch off these heads, one at a time (default: all)")
      ->type_name("HEADS");
  sub->add_option("--group", groups_,
                  "Switch off these heads together, such as 0,2-4; may be given several times "
                  "(single heads are then left out, unless --heads names some)")
      ->type_name("HEADS")
      ->take_all()
      ->allow_extra_args(false);
  AddPictureOption(*sub, png_, "Also draw the changes as bars into this file");
  sub->footer(
      "\nOne request has all heads on, each further one some heads' gates at 0: the numbers are\n"
      "those of outputs as they are served. The merge is linear, so the same differences are the\n"
      "heads' contributions ('headwise attend --contributions'), in one answer that is as many\n"
      "times larger as the layer has heads; ablate needs room for one output only, and groups\n"
      "cost no more than heads.\n"
      "\nExamples:\n"
      "  headwise ablate demo 1 --input activations.safetensors:layer.1.input\n"
      "  headwise ablate demo h.1.attn --input x.npy --heads 0-3 --output json\n"
      "  headwise ablate demo 1 --input x.npy --group 0,1 --group 2-7\n"
      "  headwise ablate demo 1 --input x.npy --png heads.png");
  DeclareServerOptions(*sub, global);
  DeclareOutputOption(*sub, global, false);
  return sub;
}

absl::StatusOr<std::vector<std::vector<std::int64_t>>> AblateCommand::Groups(int heads) const {
  std::vector<std::vector<std::int64_t>> groups;
  for (const std::string& text : groups_) {
    auto group = ParseIndexes("--group", text);
    if (!group.ok()) return group.status();
    if (absl::Status status = CheckHeads("--group", *group, heads); !status.ok()) return status;
    groups.push_back(*std::move(group));
  }
  if (!heads_.empty() && heads_ != "all") {
    const auto single = ParseIndexes("--heads", heads_);
    if (!single.ok()) return single.status();
    if (absl::Status status = CheckHeads("--heads", *single, heads); !status.ok()) return status;
    for (const std::int64_t head : *single) groups.push_back({head});
  } else if (groups_.empty() || heads_ == "all") {
    for (std::int64_t head = 0; head < heads; ++head) groups.push_back({head});
  }
  return groups;
}

absl::StatusOr<ExitCode> AblateCommand::Run(const GlobalOptions& global, const Console& console) {
  const auto output = ParseOutput(global.outputs, false);
  if (!output.ok()) return output.status();
  auto request = flags_.ToRequest();
  if (!request.ok()) return request.status();
  const auto client = Connect(global);
  if (!client.ok()) return client.status();
  const auto model = flags_.AskModel(**client, &*request);
  if (!model.ok()) return model.status();
  const int heads = model->layers(request->layer()).heads();
  const auto groups = Groups(heads);
  if (!groups.ok()) return groups.status();
  absl::StatusOr<Ablation> ablation;
  {
    Progress progress(console, "computing with all heads on");
    ablation = Ablate(**client, *std::move(request), *groups, heads, &progress);
  }
  if (!ablation.ok()) return ablation.status();
  if (!png_.empty()) {
    absl::Status status = WritePicture(DrawBars(FigureOf(*ablation)), png_);
    if (!status.ok()) return status;
  }
  if (output->json) {
    *console.out << JsonText(AblationJson(*ablation, png_));
  } else {
    PrintAblationTable(*ablation, png_, console);
  }
  return kExitOk;
}

}  // namespace headwise
