// How a log line looks.
#ifndef HEADWISE_SERVER_LOG_LOG_LINE_H_
#define HEADWISE_SERVER_LOG_LOG_LINE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/log/log_field.h"

namespace headwise {

enum class LogLevel { kDebug, kInfo, kWarning, kError, kOff };

// kText: `ts=2024-05-01T12:00:00.000Z level=info msg="..." key=value key="quoted value"`.
// kJson: `{"ts":"2024-05-01T12:00:00.000Z","level":"info","msg":"...","key":1}`.
enum class LogFormat { kText, kJson };

// "warning"
absl::string_view LevelName(LogLevel level);

// One line without its end, times in UTC. Whatever values hold, a value can never look like
// another pair or another line. Pure; thread-safe.
std::string FormatLogLine(LogFormat format, absl::Time time, LogLevel level,
                          absl::string_view message, LogFields fields);

}  // namespace headwise

#endif  // HEADWISE_SERVER_LOG_LOG_LINE_H_
