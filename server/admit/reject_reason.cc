#include "server/admit/reject_reason.h"

#include "absl/strings/cord.h"
#include "absl/types/optional.h"

namespace headwise {
namespace {

constexpr char kPayload[] = "headwise/reject_reason";

}  // namespace

absl::string_view RejectReasonName(RejectReason reason) {
  switch (reason) {
    case RejectReason::kQueueFull:
      return "queue_full";
    case RejectReason::kBudget:
      return "budget";
    case RejectReason::kDeadline:
      return "deadline";
    case RejectReason::kInvalid:
      return "invalid";
    case RejectReason::kNotFound:
      return "not_found";
    case RejectReason::kDraining:
      return "draining";
    case RejectReason::kTooLarge:
      break;
  }
  return "too_large";
}

absl::Status Rejected(absl::StatusCode code, RejectReason reason, absl::string_view message) {
  absl::Status status(code, message);
  status.SetPayload(kPayload, absl::Cord(RejectReasonName(reason)));
  return status;
}

absl::Status OutOfMemory() {
  return Rejected(absl::StatusCode::kResourceExhausted, RejectReason::kBudget,
                  "memory is short; retry later, or send a smaller request");
}

std::optional<RejectReason> ReasonOf(const absl::Status& status) {
  if (const auto payload = status.GetPayload(kPayload); payload.has_value()) {
    for (const RejectReason reason : kRejectReasons) {
      if (*payload == RejectReasonName(reason)) return reason;
    }
  }
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      return RejectReason::kInvalid;
    case absl::StatusCode::kNotFound:
      return RejectReason::kNotFound;
    case absl::StatusCode::kDeadlineExceeded:
      return RejectReason::kDeadline;
    default:
      return std::nullopt;
  }
}

}  // namespace headwise
