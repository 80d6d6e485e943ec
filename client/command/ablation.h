// What a layer's output loses without some of its heads.
#ifndef HEADWISE_CLIENT_COMMAND_ABLATION_H_
#define HEADWISE_CLIENT_COMMAND_ABLATION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "client/library/client.h"

namespace headwise {

class Progress;

// How far an output is from another one, Y.
struct OutputChange {
  double relative = 0;  // ||Y - Y'|| / ||Y||, norms over all elements; 0 if Y is 0
  double largest = 0;   // |Y - Y'| of any element
};

// Both have the same size. Thread-safe.
OutputChange ChangeOf(absl::Span<const float> output, absl::Span<const float> changed);

struct AblatedHeads {
  std::vector<std::int64_t> heads;  // that are off together
  OutputChange change;
  double time_ns = 0;  // of these heads while they are on, summed
};

struct Ablation {
  std::string model;
  std::string model_version;
  int layer = 0;
  std::string instruction_set;
  std::int64_t sequences = 0;
  std::int64_t tokens = 0;           // of the longest sequence
  int heads = 0;                     // of the layer
  double output_norm = 0;            // ||Y|| with all heads on
  std::vector<AblatedHeads> groups;  // by falling relative change
};

// Sends `request` once with all heads on, and once for each of `groups` with its heads' gates at
// 0, so that every number is one of an output as it is served. A head's time is the median over
// the requests in which it was on. Rows beyond a sequence's length are zero in all outputs and
// change nothing. The client's errors; UNAVAILABLE if the server measures no heads; INTERNAL for
// answers that contradict each other. Thread-safe.
absl::StatusOr<Ablation> Ablate(const Client& client, v1::AttendRequest request,
                                const std::vector<std::vector<std::int64_t>>& groups, int heads,
                                Progress* progress);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ABLATION_H_
