#include "client/command/ablation_report.h"

#include <cmath>
#include <ostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/command/format.h"
#include "client/command/table.h"

namespace headwise {
namespace {

constexpr int kBarWidth = 24;

std::string Introduction(const Ablation& ablation) {
  return absl::StrCat(ablation.model, " layer ", ablation.layer, ": ",
                      FormatPlural(ablation.sequences, "sequence"), " of ",
                      FormatPlural(ablation.tokens, "token"), ", ",
                      FormatPlural(ablation.heads, "head"), ", on ", ablation.instruction_set);
}

// The groups are sorted.
double MostChange(const Ablation& ablation) {
  return ablation.groups.empty() ? 0 : ablation.groups.front().change.relative;
}

std::string ChangeText(const AblatedHeads& group) {
  return absl::StrFormat("%.2f%%", 100 * group.change.relative);
}

Table ChangesTable(const Ablation& ablation, bool utf8) {
  const Align right = Align::kRight;
  Table table(
      {{"HEADS OFF", right}, {"CHANGE", right}, {""}, {"LARGEST", right}, {"TIME (us)", right}});
  const double most = MostChange(ablation);
  for (const AblatedHeads& group : ablation.groups) {
    table.AddRow({absl::StrJoin(group.heads, ","), ChangeText(group),
                  most > 0 ? FormatBar(group.change.relative / most, kBarWidth, utf8) : "",
                  FormatSmall(group.change.largest), FormatMicroseconds(group.time_ns)});
  }
  return table;
}

}  // namespace

void PrintAblationTable(const Ablation& ablation, const std::string& picture,
                        const Console& console) {
  *console.out << Introduction(ablation) << "\n\n"
               << ChangesTable(ablation, console.utf8).Render(console.bold)
               << "\nChange: ||Y - Y'|| / ||Y||, Y the context vectors with all heads on, ||Y|| = "
               << FormatSmall(ablation.output_norm)
               << ",\nY' those without these heads; largest: |Y - Y'| of any element.\n"
                  "Time: busy time of scores, softmax and weighted sum while the heads are on, "
                  "medians.\n";
  if (!picture.empty()) *console.out << "Picture: " << picture << "\n";
}

Json AblationJson(const Ablation& ablation, const std::string& picture) {
  Json groups = Json::array();
  for (const AblatedHeads& group : ablation.groups) {
    groups.push_back({{"heads", group.heads},
                      {"relative_change", JsonNumber(group.change.relative)},
                      {"largest_change", JsonNumber(group.change.largest)},
                      {"time_ns", std::llround(group.time_ns)}});
  }
  Json json = {{"model", ablation.model},
               {"model_version", ablation.model_version},
               {"layer", ablation.layer},
               {"instruction_set", ablation.instruction_set},
               {"sequences", ablation.sequences},
               {"tokens", ablation.tokens},
               {"heads", ablation.heads},
               {"output_norm", JsonNumber(ablation.output_norm)},
               {"ablations", groups}};
  if (!picture.empty()) json["picture"] = picture;
  return json;
}

BarFigure FigureOf(const Ablation& ablation) {
  BarFigure figure;
  figure.title = "What the output loses without each head";
  figure.notes = {Introduction(ablation),
                  "Bars: ||Y - Y'|| / ||Y||, Y the context vectors with all heads on, Y' without "
                  "the heads that are named."};
  const double most = MostChange(ablation);
  for (const AblatedHeads& group : ablation.groups) {
    figure.bars.push_back({absl::StrCat(group.heads.size() == 1 ? "head " : "heads ",
                                        absl::StrJoin(group.heads, ",")),
                           most > 0 ? group.change.relative / most : 0, ChangeText(group)});
  }
  if (figure.bars.size() > kMostBars) {
    figure.notes.push_back(absl::StrCat("The first ", kMostBars, " of ", figure.bars.size(), "."));
  }
  return figure;
}

}  // namespace headwise
