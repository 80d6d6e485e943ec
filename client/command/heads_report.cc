#include "client/command/heads_report.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/command/format.h"
#include "client/command/statistics_report.h"
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
  std::string text = absl::StrCat("\nTime: busy time of scores, softmax and weighted sum",
                                  report.sequences > 1 ? " of all sequences" : "", ", median of ",
                                  FormatPlural(report.runs, "run"), ".\nThe rest: means over ",
                                  report.rows == report.tokens ? "all " : "the chosen ",
                                  FormatPlural(report.rows, "query row"));
  if (report.sequences > 1) {
    absl::StrAppend(&text, " of sequence ", report.sequence, " (--sequence 0..",
                    report.sequences - 1, ")");
  }
  return absl::StrCat(text, ";\n", StatisticsLegend(), "\n");
}

Table HeadsTable(const HeadsReport& report, bool utf8) {
  std::vector<Table::Column> columns = {
      {"HEAD", Align::kRight}, {"TIME (us)", Align::kRight}, {""}};
  for (Table::Column& column : StatisticsColumns()) columns.push_back(std::move(column));
  Table table(std::move(columns));
  const double slowest = *std::max_element(report.head_ns.begin(), report.head_ns.end());
  for (std::size_t head = 0; head < report.head_ns.size(); ++head) {
    std::vector<std::string> cells = {absl::StrCat(head), FormatMicroseconds(report.head_ns[head]),
                                      FormatBar(report.head_ns[head] / slowest, kBarWidth, utf8)};
    for (std::string& cell : StatisticsCells(report.statistics[head])) {
      cells.push_back(std::move(cell));
    }
    table.AddRow(std::move(cells));
  }
  return table;
}

}  // namespace

void PrintHeadsTable(const HeadsReport& report, const Console& console) {
  *console.out << Introduction(report) << HeadsTable(report, console.utf8).Render(console.bold)
               << Explanation(report);
  if (!report.top_keys.empty()) {
    *console.out
        << "\n"
        << TopKeysTable(report.top_keys, report.row_labels, report.key_labels).Render(console.bold);
  }
  if (!report.picture.empty()) *console.out << "\nPicture: " << report.picture << "\n";
}

Json HeadsJson(const HeadsReport& report) {
  Json heads = Json::array();
  for (std::size_t head = 0; head < report.head_ns.size(); ++head) {
    Json item = {{"head", head}, {"time_ns", std::llround(report.head_ns[head])}};
    item.update(StatisticsJson(report.statistics[head]));
    heads.push_back(std::move(item));
  }
  Json json = {{"model", report.model},         {"model_version", report.model_version},
               {"layer", report.layer},         {"instruction_set", report.instruction_set},
               {"sequences", report.sequences}, {"tokens", report.tokens},
               {"sequence", report.sequence},   {"timed_runs", report.runs},
               {"query_rows", report.rows},     {"heads", heads}};
  if (!report.top_keys.empty()) {
    json["top_keys"] = TopKeysJson(report.top_keys, report.row_labels, report.key_labels);
  }
  if (!report.picture.empty()) json["picture"] = report.picture;
  return json;
}

}  // namespace headwise
