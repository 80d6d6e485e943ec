#include "client/command/output_flags.h"

#include <limits>
#include <utility>

#include "CLI/CLI.hpp"
#include "client/command/exit_code.h"
#include "client/command/lists.h"

namespace headwise {

void OutputFlags::Declare(CLI::App& app) {
  app.add_option("--probabilities", probabilities_, "Also the heads' probabilities")
      ->type_name("all|HEADS")
      ->group(kGroup);
  app.add_option("--scores", scores_, "Also what the softmax is of; hidden keys have -inf")
      ->type_name("all|HEADS")
      ->group(kGroup);
  app.add_option("--top-keys", top_keys_, "Also the K keys of the largest probabilities")
      ->type_name("K")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()).description(""))
      ->group(kGroup);
  app.add_option("--top-heads", top_heads_, "Top keys of these heads (default: all)")
      ->type_name("all|HEADS")
      ->group(kGroup);
  app.add_flag("--statistics", statistics_,
               "Also each head's entropy, largest weight, distance, weight of the first token and "
               "of the query's own, as means over rows")
      ->group(kGroup);
  app.add_option("--rows", rows_,
                 "Probabilities, scores, top keys and statistics of these query rows only, such as "
                 "0,5-7 (default: all)")
      ->type_name("ROWS")
      ->group(kGroup);
  app.add_flag("--timings", timings_, "Also the time of each stage and head")->group(kGroup);
}

bool OutputFlags::asks_for_rows() const {
  return !probabilities_.empty() || !scores_.empty() || top_keys_ > 0 || statistics_;
}

absl::Status OutputFlags::Select(const char* flag, const std::string& heads,
                                 v1::RowSelection* selection) const {
  auto parsed = ParseHeads(flag, heads);
  if (!parsed.ok()) return parsed.status();
  *selection->mutable_heads() = *std::move(parsed);
  if (rows_.empty()) return absl::OkStatus();
  const auto rows = ParseIndexes("--rows", rows_);
  if (!rows.ok()) return rows.status();
  selection->mutable_rows()->Add(rows->begin(), rows->end());
  return absl::OkStatus();
}

absl::Status OutputFlags::AddTo(v1::OutputSelection* outputs) const {
  if (!rows_.empty() && !asks_for_rows()) {
    return UsageError(
        "--rows: expected --probabilities, --scores, --top-keys or --statistics beside it");
  }
  if (!top_heads_.empty() && top_keys_ == 0) {
    return UsageError("--top-heads: expected --top-keys K beside it");
  }
  outputs->set_timings(timings_);
  absl::Status status;
  if (!probabilities_.empty()) {
    status.Update(Select("--probabilities", probabilities_, outputs->mutable_probabilities()));
  }
  if (!scores_.empty()) status.Update(Select("--scores", scores_, outputs->mutable_scores()));
  if (top_keys_ > 0) {
    outputs->mutable_top_keys()->set_count(top_keys_);
    status.Update(Select("--top-heads", top_heads_.empty() ? "all" : top_heads_,
                         outputs->mutable_top_keys()->mutable_of()));
  }
  if (statistics_) status.Update(Select("--statistics", "all", outputs->mutable_statistics()));
  return status;
}

}  // namespace headwise
