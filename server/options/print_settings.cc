#include "server/options/print_settings.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/options/flag_values.h"
#include "server/options/version.h"

namespace headwise {
namespace {

struct Line {
  std::string text;
  std::string comment;
  absl::string_view group;
};

// In quotes. Bytes above 127 stay as they are: text that is no UTF-8 had better be refused by
// whoever reads it than change its meaning.
std::string TomlString(absl::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_iscntrl(byte)) {
      absl::StrAppend(&out, "\\u", absl::Hex(byte, absl::kZeroPad4));
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "\"";
}

std::string ListText(const std::vector<std::string>& values) {
  if (values.empty()) return "[]";
  const auto quoted = [](std::string* out, const std::string& value) {
    absl::StrAppend(out, TomlString(value));
  };
  if (values.size() == 1) return absl::StrCat("[", TomlString(values[0]), "]");
  return absl::StrCat("[\n  ", absl::StrJoin(values, ",\n  ", quoted), ",\n]");
}

// Other sources than files are freer about these: "yes", "007".
std::string ValueText(const Setting& setting) {
  std::int64_t number = 0;
  switch (setting.flag->type) {
    case FlagType::kList:
      return ListText(setting.values);
    case FlagType::kBoolean:
      return ParseSwitch(setting.values[0]).value_or(false) ? "true" : "false";
    case FlagType::kInteger:
      return absl::SimpleAtoi(setting.values[0], &number) ? absl::StrCat(number) : "0";
    default:
      return TomlString(setting.values[0]);
  }
}

std::string SourceText(const Setting& setting) {
  switch (setting.source) {
    case Source::kCommandLine:
      return "command line";
    case Source::kEnvironment:
      return absl::StrCat("environment, ", setting.origin);
    case Source::kFile:
      return absl::StrCat("file, ", setting.origin.substr(0, setting.origin.rfind(": ")));
    case Source::kDefault:
      break;
  }
  return "default";
}

std::vector<Line> LinesOf(const std::vector<Setting>& settings) {
  std::vector<Line> lines;
  for (const Setting& setting : settings) {
    if (!setting.flag->in_file) continue;
    lines.push_back({absl::StrCat(setting.flag->name, " = ", ValueText(setting)),
                     SourceText(setting), setting.flag->group});
  }
  return lines;
}

// Where the comments stand: behind the longest line of usual length.
std::size_t CommentColumn(const std::vector<Line>& lines) {
  constexpr std::size_t kUsual = 48;
  std::size_t column = 0;
  for (const Line& line : lines) {
    if (line.text.size() <= kUsual) column = std::max(column, line.text.size());
  }
  return column;
}

std::string Padding(const std::string& text, std::size_t column) {
  const std::size_t used = text.size() - (text.rfind('\n') + 1);
  return std::string(used < column ? column - used : 0, ' ');
}

}  // namespace

std::string PrintSettings(const std::vector<Setting>& settings) {
  std::string out = absl::StrCat("# The effective configuration of headwise-server ",
                                 BuildVersion(), ", as --config reads it.\n");
  const std::vector<Line> lines = LinesOf(settings);
  const std::size_t column = CommentColumn(lines);
  absl::string_view group;
  for (const Line& line : lines) {
    if (line.group != group) absl::StrAppend(&out, "\n# ", line.group, "\n");
    group = line.group;
    absl::StrAppend(&out, line.text, Padding(line.text, column), "  # ", line.comment, "\n");
  }
  return out;
}

}  // namespace headwise
