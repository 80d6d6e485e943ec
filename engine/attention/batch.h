// Tasks laid end to end as rows.
#ifndef HEADWISE_ENGINE_ATTENTION_BATCH_H_
#define HEADWISE_ENGINE_ATTENTION_BATCH_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/attention/attention_task.h"

namespace headwise {

// What a projection reads. In self-attention all three are the same rows.
enum class Operand { kQueries, kKeys, kValues };

// One sequence of a task. Its queries are query rows query_row .. query_row+queries-1 of the batch
// and its keys are key rows key_row .. key_row+keys-1; rows that a task's lengths leave out are not
// in the batch. In self-attention both are the same rows.
struct Sequence {
  int task;
  std::int64_t b;
  std::int64_t query_row;
  std::int64_t queries;
  std::int64_t key_row;
  std::int64_t keys;
};

// The rows of all tasks, without padding, and each task's fate. Either all tasks bring a key_input
// or none does. Borrows the tasks. Made and used during one Attend; const methods and Fail may be
// called by several workers at once.
class Batch {
 public:
  explicit Batch(absl::Span<AttentionTask* const> tasks);

  // Query rows, and key rows (the same number in self-attention).
  std::int64_t rows() const { return rows_; }
  std::int64_t key_rows() const { return key_rows_; }
  std::int64_t RowsOf(Operand operand) const {
    return operand == Operand::kQueries ? rows_ : key_rows_;
  }
  // True if keys come from another input than queries.
  bool cross() const { return cross_; }
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

  // Inputs of an operand's rows first..first+count-1, [count,width], widened to float.
  void ReadInput(Operand operand, std::int64_t first, std::int64_t count, float* to) const;
  // The same without a copy: where these rows lie, if all are F32, aligned and side by side.
  const float* InputInPlace(Operand operand, std::int64_t first, std::int64_t count) const;

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

  void AddSequences(int task);
  Place PlaceOf(Operand operand, std::int64_t row) const;
  // Index of the first row in its task's tensor if the rows lie side by side there, else -1.
  std::int64_t SideBySide(Operand operand, std::int64_t first, std::int64_t count, int* task) const;
  // Calls body(sequence, token, row, count) for each run of rows within one sequence.
  void OverRuns(Operand operand, std::int64_t first, std::int64_t count,
                absl::FunctionRef<void(const Sequence&, std::int64_t, std::int64_t, std::int64_t)>
                    body) const;

  absl::Span<AttentionTask* const> tasks_;
  std::vector<Sequence> sequences_;
  std::int64_t rows_ = 0;
  std::int64_t key_rows_ = 0;
  const bool cross_;

  mutable std::mutex mutex_;
  std::vector<absl::Status> failures_;     // guarded by mutex_
  std::vector<std::atomic<bool>> failed_;  // one per task
  const absl::Status out_of_memory_;       // made while there was some
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_BATCH_H_
