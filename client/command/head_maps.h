// The attention maps that `headwise heads --png` draws.
#ifndef HEADWISE_CLIENT_COMMAND_HEAD_MAPS_H_
#define HEADWISE_CLIENT_COMMAND_HEAD_MAPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/command/head_statistics.h"
#include "client/command/heads_report.h"
#include "client/command/picture_flags.h"
#include "client/picture/heads_figure.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Collects one sequence's probabilities from the answers. Memory grows with the picture, not
// with the tokens. Thread-compatible.
class HeadMaps {
 public:
  // `report` knows the heads and shapes already, `causal` is the rule that holds. Usage errors
  // name the flag that does not fit them; besides those of PictureFlags::LabelsFor.
  static absl::StatusOr<HeadMaps> Create(const PictureFlags& flags,
                                         const v1::AttendRequest& request,
                                         const HeadsReport& report, bool causal);

  // Query rows that give each cell of the picture something to show.
  std::vector<std::int64_t> Rows() const { return grid_.bins.MiddleTokens(); }

  // Adds an answer that AddProbabilities accepted.
  absl::Status Add(const v1::Probabilities& probabilities);

  // The picture, once all answers were added.
  HeadsFigure Figure(const HeadsReport& report) const;

 private:
  HeadMaps(std::vector<int> heads, std::int64_t sequence, bool causal, const MapGrid& grid,
           std::vector<std::string> labels);

  // `values` are the head's, [rows,keys].
  void AddHead(std::size_t index, const v1::Probabilities& probabilities, const float* values,
               std::int64_t keys);
  std::string Title(const HeadsReport& report) const;
  std::vector<std::string> Notes(const HeadsReport& report) const;

  std::vector<int> heads_;  // that are drawn
  std::int64_t sequence_;
  bool causal_;
  MapGrid grid_;
  std::vector<std::string> labels_;
  // One for each of heads_.
  std::vector<AttentionMap> maps_;
  std::vector<HeadStatistics> statistics_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEAD_MAPS_H_
