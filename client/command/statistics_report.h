// Head statistics as tables and JSON.
#ifndef HEADWISE_CLIENT_COMMAND_STATISTICS_REPORT_H_
#define HEADWISE_CLIENT_COMMAND_STATISTICS_REPORT_H_

#include <string>
#include <vector>

#include "client/command/json_output.h"
#include "client/command/table.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Thread-safe, as all of this file.

// Entropies are told in bits.
double EntropyBits(const v1::HeadStatistics& statistics);

// Titles and cells of the columns entropy, largest weight, distance, first token and own token,
// and what stands below a table to explain them.
std::vector<Table::Column> StatisticsColumns();
std::string StatisticsLegend();
std::vector<std::string> StatisticsCells(const v1::HeadStatistics& statistics);

// One row for each sequence and head.
Table StatisticsTable(const google::protobuf::RepeatedPtrField<v1::HeadStatistics>& statistics);

// {"entropy_bits", "largest_weight", "mean_distance", "first_token", "diagonal"}
Json StatisticsJson(const v1::HeadStatistics& statistics);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_STATISTICS_REPORT_H_
