// The server's log: one line an event, on standard error.
#ifndef HEADWISE_SERVER_LOG_LOGGER_H_
#define HEADWISE_SERVER_LOG_LOGGER_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/log/log_field.h"
#include "server/log/log_line.h"

namespace spdlog {
class logger;
}

namespace headwise {

struct LogOptions {
  LogLevel level = LogLevel::kInfo;  // lines below it are dropped
  LogFormat format = LogFormat::kText;
  absl::Duration slow = absl::InfiniteDuration();  // requests that take this long are warnings
};

// Owned by main (or a test) and lent to everything that logs. Thread-safe. Never fails: a line
// that cannot be written is lost.
class Logger {
 public:
  explicit Logger(const LogOptions& options);
  explicit Logger(LogLevel level) : Logger(LogOptions{level}) {}
  ~Logger();

  // True if lines of that level are kept; ask before building costly fields.
  bool Keeps(LogLevel level) const { return level >= options_.level; }
  // The level of the line about a request that took that long: debug, or warning if it was slow.
  LogLevel LevelOfRequest(absl::Duration took) const {
    return took >= options_.slow ? LogLevel::kWarning : LogLevel::kDebug;
  }

  void Write(LogLevel level, absl::string_view message, LogFields fields = {}) const;
  void Debug(absl::string_view message, LogFields fields = {}) const;
  void Info(absl::string_view message, LogFields fields = {}) const;
  void Warning(absl::string_view message, LogFields fields = {}) const;
  void Error(absl::string_view message, LogFields fields = {}) const;

 private:
  const LogOptions options_;
  const std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_LOG_LOGGER_H_
