#include "server/log/log_line.h"

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "server/log/json_string.h"

namespace headwise {
namespace {

std::string TimeText(absl::Time time) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", time, absl::UTCTimeZone());
}

bool IsPlain(absl::string_view value) {
  constexpr absl::string_view kPunctuation = "._:/-+@%,[]";
  for (const char c : value) {
    if (!absl::ascii_isalnum(c) && kPunctuation.find(c) == absl::string_view::npos) return false;
  }
  return !value.empty();
}

// Apostrophes need no escape between double quotes.
std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", absl::StrReplaceAll(absl::CEscape(text), {{"\\'", "'"}}), "\"");
}

std::string TextLine(absl::string_view time, absl::string_view level, absl::string_view message,
                     LogFields fields) {
  std::string line = absl::StrCat("ts=", time, " level=", level, " msg=", Quoted(message));
  for (const LogField& field : fields) {
    const std::string& value = field.value();
    absl::StrAppend(&line, " ", field.key(), "=", IsPlain(value) ? value : Quoted(value));
  }
  return line;
}

std::string JsonLine(absl::string_view time, absl::string_view level, absl::string_view message,
                     LogFields fields) {
  std::string line = absl::StrCat("{\"ts\":\"", time, "\",\"level\":\"", level, "\",\"msg\":");
  AppendJsonString(message, line);
  for (const LogField& field : fields) {
    line += ',';
    AppendJsonString(field.key(), line);
    line += ':';
    if (field.bare()) {
      line += field.value();
    } else {
      AppendJsonString(field.value(), line);
    }
  }
  line += '}';
  return line;
}

}  // namespace

absl::string_view LevelName(LogLevel level) {
  constexpr absl::string_view kNames[] = {"debug", "info", "warning", "error", "off"};
  return kNames[static_cast<int>(level)];
}

std::string FormatLogLine(LogFormat format, absl::Time time, LogLevel level,
                          absl::string_view message, LogFields fields) {
  const auto write = format == LogFormat::kJson ? JsonLine : TextLine;
  return write(TimeText(time), LevelName(level), message, fields);
}

}  // namespace headwise
