// Why a request was not computed, as headwise_requests_rejected_total counts it.
#ifndef HEADWISE_SERVER_ADMIT_REJECT_REASON_H_
#define HEADWISE_SERVER_ADMIT_REJECT_REASON_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace headwise {

enum class RejectReason {
  kQueueFull,
  kBudget,
  kDeadline,
  kInvalid,
  kNotFound,
  kDraining,
  kTooLarge
};
inline constexpr RejectReason kRejectReasons[] = {RejectReason::kQueueFull, RejectReason::kBudget,
                                                  RejectReason::kDeadline,  RejectReason::kInvalid,
                                                  RejectReason::kNotFound,  RejectReason::kDraining,
                                                  RejectReason::kTooLarge};

// "queue_full", "budget", ...: the label's value.
absl::string_view RejectReasonName(RejectReason reason);

// A status that remembers its reason where the code alone does not tell it.
absl::Status Rejected(absl::StatusCode code, RejectReason reason, absl::string_view message);

// RESOURCE_EXHAUSTED for memory that is short, counted as kBudget.
absl::Status OutOfMemory();

// The reason that a status remembers, else the one that its code implies; nullopt for a status
// that is no refusal (a failure, a cancelled call, a model that still loads).
std::optional<RejectReason> ReasonOf(const absl::Status& status);

}  // namespace headwise

#endif  // HEADWISE_SERVER_ADMIT_REJECT_REASON_H_
