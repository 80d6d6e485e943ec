#include "engine/attention/batch.h"

#include <algorithm>
#include <cstdint>
#include <new>

#include "engine/tensor/convert.h"

namespace headwise {
namespace {

absl::Status OutOfMemory() {
  return absl::ResourceExhaustedError(
      "not enough memory for this request; send fewer tokens or ask for fewer outputs");
}

const TensorView& InputOf(Operand operand, const AttentionRequest& request) {
  if (operand == Operand::kQueries || !request.has_key_input()) return request.input;
  const bool own = operand == Operand::kValues && request.value_input.present();
  return own ? request.value_input : request.key_input;
}

std::int64_t TokensOf(Operand operand, const AttentionRequest& request) {
  return operand == Operand::kQueries ? request.tokens() : request.keys();
}

}  // namespace

Batch::Batch(absl::Span<AttentionTask* const> tasks)
    : tasks_(tasks),
      cross_(!tasks.empty() && tasks[0]->request->has_key_input()),
      failures_(tasks.size()),
      failed_(tasks.size()),
      out_of_memory_(OutOfMemory()) {
  for (int i = 0; i < task_count(); ++i) AddSequences(i);
}

void Batch::AddSequences(int task) {
  const AttentionRequest& of = request(task);
  for (std::int64_t b = 0; b < of.batch(); ++b) {
    const std::int64_t queries = of.length(b);
    if (queries == 0) continue;
    const std::int64_t keys = of.key_length(b);
    sequences_.push_back({task, b, rows_, queries, key_rows_, keys});
    rows_ += queries;
    key_rows_ += keys;
  }
}

bool Batch::Stopped(int task) const {
  const std::atomic<bool>* stop = tasks_[task]->stop;
  return failed_[task].load(std::memory_order_relaxed) ||
         (stop != nullptr && stop->load(std::memory_order_relaxed));
}

bool Batch::AllStopped() const {
  for (int i = 0; i < task_count(); ++i) {
    if (!Stopped(i)) return false;
  }
  return true;
}

void Batch::Fail(int task, const absl::Status& status) {
  std::lock_guard<std::mutex> lock(mutex_);
  failures_[task].Update(status);
  if (!status.ok()) failed_[task].store(true, std::memory_order_relaxed);
}

void Batch::FailAll(const absl::Status& status) {
  for (int i = 0; i < task_count(); ++i) Fail(i, status);
}

void Batch::RunFor(int task, absl::FunctionRef<absl::Status()> body) {
  if (Stopped(task)) return;
  try {
    const absl::Status status = body();
    if (!status.ok()) Fail(task, status);
  } catch (const std::bad_alloc&) {
    Fail(task, out_of_memory_);
  }
}

void Batch::RunForAll(absl::FunctionRef<absl::Status()> body) {
  if (AllStopped()) return;
  try {
    const absl::Status status = body();
    if (!status.ok()) FailAll(status);
  } catch (const std::bad_alloc&) {
    FailAll(out_of_memory_);
  }
}

void Batch::Finish() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (int i = 0; i < task_count(); ++i) {
    const std::atomic<bool>* stop = tasks_[i]->stop;
    if (failures_[i].ok() && stop != nullptr && stop->load(std::memory_order_relaxed)) {
      failures_[i] = absl::CancelledError("the request was given up by its caller");
    }
    tasks_[i]->status = failures_[i];
  }
}

Batch::Place Batch::PlaceOf(Operand operand, std::int64_t row) const {
  const auto first_row = [operand](const Sequence& sequence) {
    return operand == Operand::kQueries ? sequence.query_row : sequence.key_row;
  };
  // A sequence without keys starts where the next one does, and is passed over.
  auto after = std::upper_bound(
      sequences_.begin(), sequences_.end(), row,
      [&](std::int64_t r, const Sequence& sequence) { return r < first_row(sequence); });
  const Sequence& sequence = *std::prev(after);
  return {&sequence, row - first_row(sequence)};
}

std::int64_t Batch::SideBySide(Operand operand, std::int64_t first, std::int64_t count,
                               int* task) const {
  const Place begin = PlaceOf(operand, first);
  const Place last = PlaceOf(operand, first + count - 1);
  *task = begin.sequence->task;
  if (last.sequence->task != *task) return -1;
  const std::int64_t tokens = TokensOf(operand, request(*task));
  const std::int64_t begin_index = begin.sequence->b * tokens + begin.token;
  const std::int64_t last_index = last.sequence->b * tokens + last.token;
  return last_index - begin_index == count - 1 ? begin_index : -1;
}

void Batch::OverRuns(
    Operand operand, std::int64_t first, std::int64_t count,
    absl::FunctionRef<void(const Sequence&, std::int64_t, std::int64_t, std::int64_t)> body) const {
  for (std::int64_t row = first; row < first + count;) {
    const Place place = PlaceOf(operand, row);
    const Sequence& sequence = *place.sequence;
    const std::int64_t length = operand == Operand::kQueries ? sequence.queries : sequence.keys;
    const std::int64_t run = std::min(first + count - row, length - place.token);
    body(sequence, place.token, row, run);
    row += run;
  }
}

void Batch::ReadInput(Operand operand, std::int64_t first, std::int64_t count, float* to) const {
  OverRuns(operand, first, count,
           [&](const Sequence& sequence, std::int64_t token, std::int64_t row, std::int64_t run) {
             const TensorView& input = InputOf(operand, request(sequence.task));
             const std::int64_t width = input.shape().dim(2);
             const std::int64_t index = (sequence.b * input.shape().dim(1) + token) * width;
             WidenToFloat(input.dtype(), input.data() + index * ByteWidth(input.dtype()),
                          run * width, to + (row - first) * width);
           });
}

const float* Batch::InputInPlace(Operand operand, std::int64_t first, std::int64_t count) const {
  int task = 0;
  const std::int64_t index = SideBySide(operand, first, count, &task);
  const TensorView& input = InputOf(operand, request(task));
  const float* floats = input.AlignedFloats();
  return index < 0 || floats == nullptr ? nullptr : floats + index * input.shape().dim(2);
}

void Batch::WriteContext(std::int64_t first, std::int64_t count, const float* from) {
  OverRuns(Operand::kQueries, first, count,
           [&](const Sequence& sequence, std::int64_t token, std::int64_t row, std::int64_t run) {
             const MutableTensorView& context = tasks_[sequence.task]->outputs.context;
             if (!context.present()) return;
             const std::int64_t width = context.shape().dim(2);
             const std::int64_t index = (sequence.b * context.shape().dim(1) + token) * width;
             NarrowFromFloat(context.dtype(), from + (row - first) * width, run * width,
                             context.data() + index * ByteWidth(context.dtype()));
           });
}

float* Batch::ContextInPlace(std::int64_t first, std::int64_t count) const {
  int task = 0;
  const std::int64_t index = SideBySide(Operand::kQueries, first, count, &task);
  const MutableTensorView& context = tasks_[task]->outputs.context;
  float* floats = context.AlignedFloats();
  if (index < 0 || !context.present() || floats == nullptr) return nullptr;
  return floats + index * context.shape().dim(2);
}

}  // namespace headwise
