// The server's log: one line an event, `key=value` pairs, on standard error.
#ifndef HEADWISE_SERVER_LOG_LOGGER_H_
#define HEADWISE_SERVER_LOG_LOGGER_H_

#include <initializer_list>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace spdlog {
class logger;
}

namespace headwise {

enum class LogLevel { kDebug, kInfo, kWarning, kError, kOff };

// A pair of a line. Values that hold more than letters, digits and simple punctuation are quoted
// and escaped, so that a client's text can never look like another pair or another line.
struct LogField {
  LogField(absl::string_view key, const absl::AlphaNum& value) : key(key), value(value.Piece()) {}

  absl::string_view key;
  std::string value;
};
using LogFields = std::initializer_list<LogField>;

// `msg="..." key=value key="quoted value"`
std::string FormatLogLine(absl::string_view message, LogFields fields);

// Owned by main (or a test) and lent to everything that logs. Thread-safe. Never fails: a line
// that cannot be written is lost.
class Logger {
 public:
  // Lines below `level` are dropped.
  explicit Logger(LogLevel level);
  ~Logger();

  // True if debug lines are kept; ask before building costly fields.
  bool debug() const { return level_ == LogLevel::kDebug; }

  void Debug(absl::string_view message, LogFields fields = {}) const;
  void Info(absl::string_view message, LogFields fields = {}) const;
  void Warning(absl::string_view message, LogFields fields = {}) const;
  void Error(absl::string_view message, LogFields fields = {}) const;

 private:
  void Write(LogLevel level, absl::string_view message, LogFields fields) const;

  const LogLevel level_;
  const std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_LOG_LOGGER_H_
