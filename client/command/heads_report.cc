#include "client/command/heads_report.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/command/format.h"
#include "client/command/table.h"

namespace headwise {
namespace {

constexpr int kBarWidth = 16;

std::string Introduction(const HeadsReport& report) {
  return absl::StrCat(report.model, " layer ", report.layer, ": ",
                      FormatPlural(report.sequences, "sequence"), " of ",
                      FormatPlural(report.tokens, "token"), " on ", report.instruction_set, "\n\n");
}

std::string Explanation(const HeadsReport& report) {
  const std::string rows =
      report.sampled ? absl::StrCat("a sample of ", report.rows, " of ",
                                    FormatPlural(report.tokens, "query row"), ",\nevenly spaced, ",
                                    report.picture.empty() ? "so that the answer fits one message"
                                                           : "one for each row of the picture",
                                    " (--rows all looks at every row)")
                     : absl::StrCat(report.rows == report.tokens ? "all " : "the chosen ",
                                    FormatPlural(report.rows, "query row"));
  return absl::StrCat("\nTime: busy time of scores, softmax and weighted sum, median of ",
                      FormatPlural(report.runs, "run"),
                      ".\nEntropy, largest weight and distance |i-j|: means over ", rows, ".\n",
                      report.picture.empty() ? "" : "Picture: ", report.picture,
                      report.picture.empty() ? "" : "\n");
}

}  // namespace

void PrintHeadsTable(const HeadsReport& report, const Console& console) {
  const Align right = Align::kRight;
  Table table({{"HEAD", right},
               {"TIME (us)", right},
               {""},
               {"ENTROPY (bits)", right},
               {"LARGEST WEIGHT", right},
               {"DISTANCE (tokens)", right}});
  const double slowest = *std::max_element(report.head_ns.begin(), report.head_ns.end());
  for (std::size_t head = 0; head < report.heads.size(); ++head) {
    const HeadStatistics& statistics = report.heads[head];
    table.AddRow({absl::StrCat(head), FormatMicroseconds(report.head_ns[head]),
                  FormatBar(report.head_ns[head] / slowest, kBarWidth, console.utf8),
                  absl::StrFormat("%.2f", statistics.entropy_bits()),
                  absl::StrFormat("%.3f", statistics.mean_largest_weight()),
                  absl::StrFormat("%.2f", statistics.mean_distance())});
  }
  *console.out << Introduction(report) << table.Render(console.bold) << Explanation(report);
}

Json HeadsJson(const HeadsReport& report) {
  Json heads = Json::array();
  for (std::size_t head = 0; head < report.heads.size(); ++head) {
    const HeadStatistics& statistics = report.heads[head];
    heads.push_back({{"head", head},
                     {"time_ns", std::llround(report.head_ns[head])},
                     {"rows", statistics.rows()},
                     {"entropy_bits", JsonNumber(statistics.entropy_bits())},
                     {"mean_largest_weight", JsonNumber(statistics.mean_largest_weight())},
                     {"largest_weight", JsonNumber(statistics.largest_weight())},
                     {"mean_distance", JsonNumber(statistics.mean_distance())}});
  }
  Json json = {{"model", report.model},
               {"model_version", report.model_version},
               {"layer", report.layer},
               {"instruction_set", report.instruction_set},
               {"sequences", report.sequences},
               {"tokens", report.tokens},
               {"timed_runs", report.runs},
               {"query_rows", report.rows},
               {"query_rows_sampled", report.sampled},
               {"heads", heads}};
  if (!report.picture.empty()) json["picture"] = report.picture;
  return json;
}

}  // namespace headwise
