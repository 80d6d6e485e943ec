// Time as the queue sees it, so that tests can stop it.
#ifndef HEADWISE_SERVER_ADMIT_CLOCK_H_
#define HEADWISE_SERVER_ADMIT_CLOCK_H_

#include <chrono>

namespace headwise {

// Thread-safe.
class Clock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr Time kNever = Time::max();

  virtual ~Clock() = default;
  virtual Time Now() const = 0;
};

class SteadyClock final : public Clock {
 public:
  Time Now() const override { return std::chrono::steady_clock::now(); }
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_ADMIT_CLOCK_H_
