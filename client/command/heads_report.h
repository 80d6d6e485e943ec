// What `headwise heads` shows.
#ifndef HEADWISE_CLIENT_COMMAND_HEADS_REPORT_H_
#define HEADWISE_CLIENT_COMMAND_HEADS_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/command/console.h"
#include "client/command/head_statistics.h"
#include "client/command/json_output.h"

namespace headwise {

struct HeadsReport {
  std::string model;
  std::string model_version;
  int layer = 0;
  std::string instruction_set;
  std::int64_t sequences = 0;
  std::int64_t tokens = 0;  // of the longest sequence
  int runs = 0;             // that the times are medians of
  std::int64_t rows = 0;    // query rows asked for, of each sequence
  bool sampled = false;     // fewer rows than tokens
  std::string picture;      // file that the attention maps were drawn into, or empty
  std::vector<double> head_ns;
  std::vector<HeadStatistics> heads;
};

void PrintHeadsTable(const HeadsReport& report, const Console& console);
Json HeadsJson(const HeadsReport& report);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEADS_REPORT_H_
