// The attention maps that `headwise heads --png` draws.
#ifndef HEADWISE_CLIENT_COMMAND_HEAD_MAPS_H_
#define HEADWISE_CLIENT_COMMAND_HEAD_MAPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/command/heads_report.h"
#include "client/command/picture_flags.h"
#include "client/picture/heads_figure.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// The rule that decides which keys a query sees, besides masks.
struct VisibleKeys {
  bool causal = false;
  std::int64_t window = 0;  // 0: none
};

// Collects one sequence's probabilities from the answers. Memory grows with the picture, not
// with the tokens. Thread-compatible.
class HeadMaps {
 public:
  // `report` knows the heads, shapes and labels already. Usage errors name the flag that does not
  // fit them.
  static absl::StatusOr<HeadMaps> Create(const PictureFlags& flags,
                                         const v1::AttendRequest& request,
                                         const HeadsReport& report, const VisibleKeys& visible);

  // That are drawn.
  const std::vector<int>& heads() const { return heads_; }

  // Query rows that give each cell of the picture something to show.
  std::vector<std::int64_t> Rows() const { return grid_.bins.MiddleTokens(); }

  // `request` for the probabilities of these rows, and nothing else.
  v1::AttendRequest RequestFor(v1::AttendRequest request,
                               const std::vector<std::int64_t>& rows) const;

  // INTERNAL for an answer that does not fit.
  absl::Status Add(const v1::MapTensor& probabilities);

  // The picture, once all answers were added.
  HeadsFigure Figure(const HeadsReport& report) const;

 private:
  HeadMaps(std::vector<int> heads, const VisibleKeys& visible, const MapGrid& grid,
           const HeadsReport& report);

  // `values` are the head's, [rows,keys].
  void AddHead(std::size_t index, const v1::MapTensor& probabilities, const float* values,
               std::int64_t keys);
  std::string Title(const HeadsReport& report) const;
  std::vector<std::string> Notes(const HeadsReport& report) const;

  std::vector<int> heads_;  // that are drawn
  std::int64_t sequence_;
  VisibleKeys visible_;
  MapGrid grid_;
  std::vector<std::string> labels_;
  std::vector<AttentionMap> maps_;  // one for each of heads_
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEAD_MAPS_H_
