#include "server/services/attend_log.h"

#include <cstdint>

#include "absl/strings/string_view.h"
#include "server/convert/enums.h"

namespace headwise {
namespace {

constexpr std::size_t kMostNameBytes = 128;
constexpr std::size_t kMostErrorBytes = 1024;

absl::string_view Cut(absl::string_view text, std::size_t most) { return text.substr(0, most); }

std::int64_t Microseconds(std::int64_t nanoseconds) { return nanoseconds / 1000; }

const char* NameOf(v1::Form form) {
  const absl::StatusOr<Form> known = FormFromProto(form);
  return known.ok() ? FormName(*known) : "unknown";
}

}  // namespace

std::vector<LogField> DescribeAttend(const RequestTag& tag, const AttendOutcome& outcome) {
  const StageTimes& stages = outcome.stages;
  return {{"request_id", Cut(tag.request_id, kMostNameBytes)},
          {"model", Cut(tag.model, kMostNameBytes)},
          {"layer", tag.layer},
          {"form", NameOf(tag.form)},
          {"sequences", tag.sequences},
          {"tokens", tag.tokens},
          {"status", absl::StatusCodeToString(outcome.status.code())},
          {"error", Cut(outcome.status.message(), kMostErrorBytes)},
          {"peer", outcome.peer},
          {"bytes_in", tag.bytes},
          {"bytes_out", outcome.response_bytes},
          {"decode_us", Microseconds(stages.decode)},
          {"queue_us", Microseconds(stages.queue)},
          {"input_projection_us", Microseconds(stages.input_projection)},
          {"attention_us", Microseconds(stages.attention)},
          {"output_projection_us", Microseconds(stages.output_projection)},
          {"encode_us", Microseconds(stages.encode)},
          {"total_us", Microseconds(outcome.total.count())}};
}

}  // namespace headwise
