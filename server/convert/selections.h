// What a message asks for.
#ifndef HEADWISE_SERVER_CONVERT_SELECTIONS_H_
#define HEADWISE_SERVER_CONVERT_SELECTIONS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/output_selection.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Every head of a layer, in order.
std::vector<std::int32_t> AllHeads(std::int64_t heads);

// "all" is written out for a layer of `heads` heads. INVALID_ARGUMENT naming the field for a
// selection that names no head, or both all and some; which heads and rows there are is the
// engine's to check. Pure; thread-safe.
absl::StatusOr<OutputSelection> SelectionsFromProto(const v1::OutputSelection& proto,
                                                    std::int64_t heads);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_SELECTIONS_H_
