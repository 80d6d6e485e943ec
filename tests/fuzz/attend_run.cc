#include "tests/fuzz/attend_run.h"

#include <cstring>

#include "tests/fuzz/require.h"

namespace headwise::fuzz {
namespace {

void RequireDone(AttendRun& run) {
  const absl::Status& status = run.task().status;
  Require(status.ok(), "a checked request that runs", status.ToString());
}

void RequireSame(const AttendRun& run, const std::string& bytes) {
  Require(run.Bytes() == bytes, "the same bytes alone and in a batch, whatever was there before");
}

}  // namespace

AttendRun::AttendRun(const ParsedAttend& parsed, int poison)
    : parsed_(parsed), buffers_(parsed.layout, parsed.shapes, parsed.request.output_dtype) {
  task_.request = &parsed.request;
  task_.outputs = buffers_.outputs();
  for (const ResponseField& field : parsed.layout) {
    const MutableTensorView& view = task_.outputs.*field.output;
    if (view.present()) std::memset(view.data(), poison, static_cast<std::size_t>(view.bytes()));
  }
}

std::string AttendRun::Bytes() const {
  std::string bytes;
  for (const ResponseField& field : parsed_.layout) {
    const MutableTensorView& view = task_.outputs.*field.output;
    if (!view.present()) continue;
    bytes.append(reinterpret_cast<const char*>(view.data()),
                 static_cast<std::size_t>(view.bytes()));
  }
  return bytes;
}

AttendRun RunOnce(const ParsedAttend& parsed, AttentionLayer& layer) {
  AttendRun run(parsed, 0xff);
  AttentionTask* tasks[] = {&run.task()};
  layer.Attend(tasks);
  RequireDone(run);
  return run;
}

AttendRun RunRequest(const ParsedAttend& parsed, AttentionLayer& layer) {
  AttendRun alone = RunOnce(parsed, layer);
  AttendRun first(parsed, 0x00);
  AttendRun second(parsed, 0x55);
  AttentionTask* tasks[] = {&first.task(), &second.task()};
  layer.Attend(tasks);
  RequireDone(first);
  RequireDone(second);
  const std::string bytes = alone.Bytes();
  RequireSame(first, bytes);
  RequireSame(second, bytes);
  return alone;
}

}  // namespace headwise::fuzz
