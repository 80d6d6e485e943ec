// The comparison of a served model's layer.
#ifndef HEADWISE_CLIENT_COMMAND_SERVED_COMPARISON_H_
#define HEADWISE_CLIENT_COMMAND_SERVED_COMPARISON_H_

#include "absl/status/statusor.h"
#include "client/command/comparison.h"
#include "client/library/client.h"

namespace headwise {

// Sends `request`, for a layer of this `spec`, in both forms in turn, one uncounted run and then
// `runs`. Times are the server's: projections, attention and merge, without the network. The
// client's errors, and INTERNAL for an answer that contradicts the request.
absl::StatusOr<Comparison> CompareServed(const Client& client, const LayerSpec& spec,
                                         v1::AttendRequest request, int runs);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_SERVED_COMPARISON_H_
