// Tasks laid end to end as rows.
#ifndef HEADWISE_ENGINE_ATTENTION_BATCH_H_
#define HEADWISE_ENGINE_ATTENTION_BATCH_H_

#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/attention/attention_task.h"

namespace headwise {

// One sequence of a task. Its tokens are rows first_row .. first_row+length-1 of the batch;
// rows that a task's lengths leave out are not in the batch.
struct Sequence {
  int task;
  std::int64_t b;
  std::int64_t first_row;
  std::int64_t length;
};

// The rows of all tasks, without padding, and each task's fate. Borrows the tasks. Made and used
// during one Attend; const methods and Fail may be called by several workers at once.
class Batch {
 public:
  explicit Batch(absl::Span<AttentionTask* const> tasks);

  std::int64_t rows() const { return rows_; }
  absl::Span<const Sequence> sequences() const { return sequences_; }
  int task_count() const { return static_cast<int>(tasks_.size()); }
  AttentionTask& task(int i) const { return *tasks_[i]; }
  const AttentionRequest& request(int task) const { return *tasks_[task]->request; }

  // True if the task was given up or has failed: its remaining work is pointless.
  bool Stopped(int task) const;
  bool AllStopped() const;
  // Records a task's failure; the first one counts. FailAll: of every task.
  void Fail(int task, const absl::Status& status);
  void FailAll(const absl::Status& status);
  // Runs `body` for `task`, unless stopped, and records its failure; short memory (bad_alloc)
  // becomes RESOURCE_EXHAUSTED here.
  void RunFor(int task, absl::FunctionRef<absl::Status()> body);
  // The same for work that all tasks share.
  void RunForAll(absl::FunctionRef<absl::Status()> body);
  // Sets each task's status.
  void Finish();

  // Inputs of rows first..first+count-1, [count,D], widened to float.
  void ReadInput(std::int64_t first, std::int64_t count, float* to) const;
  // The same without a copy: where these rows lie, if all are F32, aligned and side by side.
  const float* InputInPlace(std::int64_t first, std::int64_t count) const;

  // Context vectors of these rows, [count,Dout], narrowed to each task's output type; rows of
  // tasks that do not want them are passed over.
  void WriteContext(std::int64_t first, std::int64_t count, const float* from);
  // Where these rows' context vectors lie, if all are wanted as F32, aligned, side by side.
  float* ContextInPlace(std::int64_t first, std::int64_t count) const;

 private:
  struct Place {
    const Sequence* sequence;
    std::int64_t token;
  };

  Place PlaceOf(std::int64_t row) const;
  // Index of the first row in its task's tensor if the rows lie side by side there, else -1.
  std::int64_t SideBySide(std::int64_t first, std::int64_t count, int* task) const;
  // Calls body(sequence, token, row, count) for each run of rows within one sequence.
  void OverRuns(std::int64_t first, std::int64_t count,
                absl::FunctionRef<void(const Sequence&, std::int64_t, std::int64_t, std::int64_t)>
                    body) const;

  absl::Span<AttentionTask* const> tasks_;
  std::vector<Sequence> sequences_;
  std::int64_t rows_ = 0;

  mutable std::mutex mutex_;
  std::vector<absl::Status> failures_;     // guarded by mutex_
  std::vector<std::atomic<bool>> failed_;  // one per task
  const absl::Status out_of_memory_;       // made while there was some
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_BATCH_H_
