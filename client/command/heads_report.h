// What `headwise heads` shows.
#ifndef HEADWISE_CLIENT_COMMAND_HEADS_REPORT_H_
#define HEADWISE_CLIENT_COMMAND_HEADS_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/command/console.h"
#include "client/command/json_output.h"
#include "client/command/top_keys.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

struct HeadsReport {
  std::string model;
  std::string model_version;
  int layer = 0;
  std::string instruction_set;
  std::int64_t sequences = 0;
  std::int64_t tokens = 0;    // of the longest sequence
  std::int64_t sequence = 0;  // that statistics, top keys and maps are of
  int runs = 0;               // that the times are medians of
  std::int64_t rows = 0;      // query rows that the statistics are means over
  std::vector<double> head_ns;
  std::vector<v1::HeadStatistics> statistics;  // one for each head

  // Of the rows that were asked for, if they were, and the tokens' names, if there are.
  std::vector<TopKeyRow> top_keys;
  std::vector<std::string> row_labels;
  std::vector<std::string> key_labels;

  std::string picture;        // file that the attention maps were drawn into, or empty
  std::int64_t map_rows = 0;  // query rows that they were made of
};

void PrintHeadsTable(const HeadsReport& report, const Console& console);
Json HeadsJson(const HeadsReport& report);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEADS_REPORT_H_
