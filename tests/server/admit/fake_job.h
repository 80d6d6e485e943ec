// A job that remembers how it was answered.
#ifndef HEADWISE_TESTS_SERVER_ADMIT_FAKE_JOB_H_
#define HEADWISE_TESTS_SERVER_ADMIT_FAKE_JOB_H_

#include <atomic>
#include <memory>

#include "server/admit/job.h"

namespace headwise::testing {

class FakeJob final : public Job {
 public:
  explicit FakeJob(JobCost cost = {1, 1}, Clock::Time deadline = Clock::kNever,
                   const void* group = nullptr)
      : Job(group, cost, deadline) {}

  void OnEnqueued() override { ++waiting; }
  void OnDequeued() override { --waiting; }

  std::atomic<int> answers{0};
  std::atomic<int> waiting{0};
  absl::Status status;  // of the one answer

 protected:
  void OnAnswered(const absl::Status& answer) override {
    status = answer;
    ++answers;
  }
};

inline std::shared_ptr<FakeJob> MakeFakeJob(JobCost cost = {1, 1},
                                            Clock::Time deadline = Clock::kNever) {
  return std::make_shared<FakeJob>(cost, deadline);
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_ADMIT_FAKE_JOB_H_
