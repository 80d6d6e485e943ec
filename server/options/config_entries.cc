#include "server/options/config_entries.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

// Header-only, since the packaged library throws.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include "toml++/toml.h"

namespace headwise {
namespace {

constexpr std::size_t kShown = 40;  // characters of a bad line that an error repeats

absl::string_view LineOf(absl::string_view text, std::size_t line) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  if (line == 0 || line > lines.size()) return "";
  return absl::StripAsciiWhitespace(lines[line - 1]);
}

std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(absl::CEscape(text), {{"\\'", "'"}});
}

absl::Status SyntaxError(absl::string_view text, const toml::parse_error& error) {
  const std::size_t line = error.source().begin.line;
  const absl::string_view shown = LineOf(text, line).substr(0, kShown);
  const std::string_view what = error.description();
  return absl::InvalidArgumentError(
      absl::StrCat(line, ": \"", Escaped(shown),
                   "\" is no TOML: ", Escaped(absl::string_view(what.data(), what.size()))));
}

void SetList(const toml::array& list, ConfigEntry& entry) {
  entry.type = ConfigType::kList;
  for (const toml::node& element : list) {
    if (const auto* string = element.as_string()) {
      entry.values.push_back(string->get());
    } else {
      entry.type = ConfigType::kMixedList;
    }
  }
  if (entry.type == ConfigType::kMixedList) entry.values.clear();
}

void SetValue(const toml::node& node, ConfigEntry& entry) {
  if (const auto* string = node.as_string()) {
    entry.type = ConfigType::kString;
    entry.values = {string->get()};
  } else if (const auto* integer = node.as_integer()) {
    entry.type = ConfigType::kInteger;
    entry.values = {absl::StrCat(integer->get())};
  } else if (const auto* boolean = node.as_boolean()) {
    entry.type = ConfigType::kBoolean;
    entry.values = {boolean->get() ? "true" : "false"};
  } else if (const toml::array* list = node.as_array()) {
    SetList(*list, entry);
  } else if (node.is_table()) {
    entry.type = ConfigType::kTable;
  }
}

struct Member {
  const toml::key* key;
  const toml::node* value;
};

// toml++ sorts by key.
std::vector<Member> InFileOrder(const toml::table& table) {
  std::vector<Member> members;
  for (auto&& [key, value] : table) members.push_back({&key, &value});
  const auto place = [](const Member& member) {
    const toml::source_position& begin = member.key->source().begin;
    return std::make_tuple(begin.line, begin.column);
  };
  std::sort(members.begin(), members.end(),
            [place](const Member& a, const Member& b) { return place(a) < place(b); });
  return members;
}

ConfigEntry EntryOf(const std::string& table, const Member& member) {
  ConfigEntry entry;
  entry.table = table;
  entry.key = std::string(member.key->str());
  entry.line = static_cast<int>(member.key->source().begin.line);
  SetValue(*member.value, entry);
  return entry;
}

}  // namespace

absl::string_view TypeName(ConfigType type) {
  constexpr absl::string_view kNames[] = {"a string",
                                          "a whole number",
                                          "true or false",
                                          "a list",
                                          "a list with other things than strings",
                                          "a table",
                                          "a float, a date or a time"};
  return kNames[static_cast<int>(type)];
}

absl::StatusOr<std::vector<ConfigEntry>> ReadConfigEntries(absl::string_view text) {
  const toml::parse_result parsed = toml::parse(std::string_view(text.data(), text.size()));
  if (!parsed) return SyntaxError(text, parsed.error());
  std::vector<ConfigEntry> entries;
  for (const Member& member : InFileOrder(parsed.table())) {
    entries.push_back(EntryOf("", member));
    const toml::table* table = member.value->as_table();
    if (table == nullptr) continue;
    const std::string name = entries.back().key;
    for (const Member& inner : InFileOrder(*table)) entries.push_back(EntryOf(name, inner));
  }
  return entries;
}

}  // namespace headwise
