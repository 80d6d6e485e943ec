#include "client/command/statistics_report.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace headwise {
namespace {

constexpr double kBitsPerNat = 1.4426950408889634;

}  // namespace

double EntropyBits(const v1::HeadStatistics& statistics) {
  return statistics.entropy() * kBitsPerNat;
}

std::vector<Table::Column> StatisticsColumns() {
  return {{"ENTROPY (bits)", Align::kRight},
          {"LARGEST", Align::kRight},
          {"DISTANCE", Align::kRight},
          {"FIRST", Align::kRight},
          {"OWN", Align::kRight}};
}

std::string StatisticsLegend() {
  return "largest: the largest weight of a row; distance: sum of p*|i-j| in tokens; first and "
         "own:\n"
         "weights of token 0 and of the query's own place.";
}

std::vector<std::string> StatisticsCells(const v1::HeadStatistics& statistics) {
  return {absl::StrFormat("%.2f", EntropyBits(statistics)),
          absl::StrFormat("%.3f", statistics.largest_weight()),
          absl::StrFormat("%.2f", statistics.mean_distance()),
          absl::StrFormat("%.3f", statistics.first_token()),
          absl::StrFormat("%.3f", statistics.diagonal())};
}

Table StatisticsTable(const google::protobuf::RepeatedPtrField<v1::HeadStatistics>& statistics) {
  std::vector<Table::Column> columns = {{"SEQUENCE", Align::kRight}, {"HEAD", Align::kRight}};
  for (Table::Column& column : StatisticsColumns()) columns.push_back(std::move(column));
  Table table(std::move(columns));
  for (const v1::HeadStatistics& head : statistics) {
    std::vector<std::string> cells = {absl::StrCat(head.sequence()), absl::StrCat(head.head())};
    for (std::string& cell : StatisticsCells(head)) cells.push_back(std::move(cell));
    table.AddRow(std::move(cells));
  }
  return table;
}

Json StatisticsJson(const v1::HeadStatistics& statistics) {
  return {{"entropy_bits", JsonNumber(EntropyBits(statistics))},
          {"largest_weight", JsonNumber(statistics.largest_weight())},
          {"mean_distance", JsonNumber(statistics.mean_distance())},
          {"first_token", JsonNumber(statistics.first_token())},
          {"diagonal", JsonNumber(statistics.diagonal())}};
}

}  // namespace headwise
