#include "server/log/logger.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "spdlog/logger.h"
#include "spdlog/sinks/stdout_sinks.h"

namespace headwise {
namespace {

spdlog::level::level_enum ToSpdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kOff:
      break;
  }
  return spdlog::level::off;
}

bool IsPlain(absl::string_view value) {
  constexpr absl::string_view kPunctuation = "._:/-+@%,[]";
  for (const char c : value) {
    if (!absl::ascii_isalnum(c) && kPunctuation.find(c) == absl::string_view::npos) return false;
  }
  return !value.empty();
}

}  // namespace

std::string FormatLogLine(absl::string_view message, LogFields fields) {
  std::string line = absl::StrCat("msg=\"", absl::CEscape(message), "\"");
  for (const LogField& field : fields) {
    absl::StrAppend(&line, " ", field.key, "=");
    if (IsPlain(field.value)) {
      absl::StrAppend(&line, field.value);
    } else {
      absl::StrAppend(&line, "\"", absl::CEscape(field.value), "\"");
    }
  }
  return line;
}

Logger::Logger(LogLevel level)
    : level_(level),
      logger_(std::make_shared<spdlog::logger>("headwise",
                                               std::make_shared<spdlog::sinks::stderr_sink_mt>())) {
  logger_->set_level(ToSpdlog(level));
  logger_->set_pattern("ts=%Y-%m-%dT%H:%M:%S.%eZ level=%l %v", spdlog::pattern_time_type::utc);
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
  if (level < level_) return;
  const std::string line = FormatLogLine(message, fields);
  logger_->log(ToSpdlog(level), spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace headwise
