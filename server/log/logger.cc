#include "server/log/logger.h"

#include <string>

#include "absl/time/clock.h"
#include "spdlog/logger.h"
#include "spdlog/sinks/stdout_sinks.h"

namespace headwise {

Logger::Logger(const LogOptions& options)
    : options_(options),
      logger_(std::make_shared<spdlog::logger>("headwise",
                                               std::make_shared<spdlog::sinks::stderr_sink_mt>())) {
  // Levels, time and format are ours: spdlog only writes whole lines.
  logger_->set_level(spdlog::level::trace);
  logger_->set_pattern("%v");
  // It would write about its own trouble, in its own format, where we write.
  logger_->set_error_handler([](const std::string&) {});
}

Logger::~Logger() = default;

void Logger::Debug(absl::string_view message, LogFields fields) const {
  Write(LogLevel::kDebug, message, fields);
}
void Logger::Info(absl::string_view message, LogFields fields) const {
  Write(LogLevel::kInfo, message, fields);
}
void Logger::Warning(absl::string_view message, LogFields fields) const {
  Write(LogLevel::kWarning, message, fields);
}
void Logger::Error(absl::string_view message, LogFields fields) const {
  Write(LogLevel::kError, message, fields);
}

void Logger::Write(LogLevel level, absl::string_view message, LogFields fields) const {
  if (!Keeps(level)) return;
  const std::string line = FormatLogLine(options_.format, absl::Now(), level, message, fields);
  logger_->log(spdlog::level::info, spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace headwise
