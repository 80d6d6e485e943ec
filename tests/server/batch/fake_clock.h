// A clock that stands until it is moved.
#ifndef HEADWISE_TESTS_SERVER_BATCH_FAKE_CLOCK_H_
#define HEADWISE_TESTS_SERVER_BATCH_FAKE_CLOCK_H_

#include <atomic>
#include <chrono>
#include <cstdint>

#include "server/admit/clock.h"

namespace headwise::testing {

class FakeClock final : public Clock {
 public:
  Time Now() const override { return Time(std::chrono::nanoseconds(now_ns_.load())); }
  void Advance(std::chrono::nanoseconds by) { now_ns_ += by.count(); }

 private:
  std::atomic<std::int64_t> now_ns_{1};
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_BATCH_FAKE_CLOCK_H_
