// Runs a checked request as the service does, into poisoned memory.
#ifndef HEADWISE_TESTS_FUZZ_ATTEND_RUN_H_
#define HEADWISE_TESTS_FUZZ_ATTEND_RUN_H_

#include <string>

#include "engine/attention/attention_layer.h"
#include "engine/attention/attention_task.h"
#include "server/convert/parsed_attend.h"
#include "server/convert/response_buffers.h"

namespace headwise::fuzz {

// Borrows the request. For one thread.
class AttendRun {
 public:
  // Every byte of the outputs starts as `poison`.
  AttendRun(const ParsedAttend& parsed, int poison);

  AttentionTask& task() { return task_; }
  const ResponseBuffers& buffers() const { return buffers_; }
  // All outputs, one after the other.
  std::string Bytes() const;

 private:
  const ParsedAttend& parsed_;
  ResponseBuffers buffers_;
  AttentionTask task_;
};

// Alone, and twice more as one batch: every byte must be written, and the same each time. Gives
// the first run.
AttendRun RunRequest(const ParsedAttend& parsed, AttentionLayer& layer);

// Alone.
AttendRun RunOnce(const ParsedAttend& parsed, AttentionLayer& layer);

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_ATTEND_RUN_H_
