#include "server/options/config_file.h"

#include <errno.h>
#include <string.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "server/options/config_entries.h"
#include "server/options/flag_table.h"
#include "server/options/nearest_name.h"

namespace headwise {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::size_t kShown = 40;  // characters of a key that an error repeats

std::string BaseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string Shown(absl::string_view key) { return absl::CEscape(key.substr(0, kShown)); }

absl::Status Wrong(absl::string_view text) { return absl::FailedPreconditionError(text); }

absl::Status UnknownKey(const ConfigEntry& entry) {
  const std::string key = Shown(entry.key);
  if (entry.type == ConfigType::kTable) {
    return Wrong(absl::StrCat("[", key, "]: unknown table, the only one is [model]; write the ",
                              "keys of flags above all tables"));
  }
  const absl::string_view nearest = NearestFlagName(entry.key);
  if (nearest.empty()) return Wrong(absl::StrCat(key, ": unknown key; --help lists the flags"));
  return Wrong(absl::StrCat(key, ": unknown key; did you mean ", nearest, "?"));
}

absl::string_view ExpectedType(FlagType type) {
  switch (type) {
    case FlagType::kBoolean:
      return "true or false";
    case FlagType::kInteger:
      return "a whole number without quotes";
    case FlagType::kBytes:
      return "a whole number, or a string such as \"64MiB\"";
    case FlagType::kDuration:
      return "a string such as \"30s\"";
    case FlagType::kString:
      return "a string in quotes";
    case FlagType::kList:
      break;
  }
  return "a list [\"NAME=DIR\", ...] or a table [model] with lines NAME = \"DIR\"";
}

bool Fits(ConfigType came, FlagType type) {
  switch (type) {
    case FlagType::kBoolean:
      return came == ConfigType::kBoolean;
    case FlagType::kInteger:
      return came == ConfigType::kInteger;
    case FlagType::kBytes:
      return came == ConfigType::kInteger || came == ConfigType::kString;
    case FlagType::kDuration:
    case FlagType::kString:
      return came == ConfigType::kString;
    case FlagType::kList:
      break;
  }
  return came == ConfigType::kList || came == ConfigType::kTable;
}

absl::Status AddFlag(ConfigEntry entry, ConfigFile& file) {
  const Flag* flag = FindFlag(entry.key);
  if (flag == nullptr || (entry.type == ConfigType::kTable && flag->type != FlagType::kList)) {
    return UnknownKey(entry);
  }
  if (!flag->in_file) {
    return Wrong(absl::StrCat(flag->name, ": no key of a file; use --", flag->name, " or ",
                              EnvironmentName(*flag)));
  }
  if (!Fits(entry.type, flag->type)) {
    return Wrong(absl::StrCat(flag->name, ": expected ", ExpectedType(flag->type), ", got ",
                              TypeName(entry.type)));
  }
  file.values[entry.key] = {std::move(entry.values), entry.line};
  return absl::OkStatus();
}

// A line of [model].
absl::Status AddModel(const ConfigEntry& entry, ConfigFile& file) {
  if (FindFlag(entry.key) != nullptr) {
    return Wrong(absl::StrCat(entry.key, ": a flag's key below [", entry.table,
                              "], where models are named; move it above that line"));
  }
  if (entry.type != ConfigType::kString) {
    return Wrong(absl::StrCat(entry.table, ".", Shown(entry.key),
                              ": expected the model's folder in quotes, got ", TypeName(entry.type),
                              entry.type == ConfigType::kTable ? "; quote names with dots" : ""));
  }
  const std::string value = absl::StrCat(entry.key, "=", entry.values[0]);
  Options ignored;  // here, because the line is known
  if (absl::Status status = FindFlag(entry.table)->set(value, ignored); !status.ok()) {
    return Wrong(absl::StrCat(entry.table, ": ", status.message()));
  }
  file.values[entry.table].values.push_back(value);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ConfigFile> ParseConfig(absl::string_view name, absl::string_view text) {
  ConfigFile file;
  file.name = std::string(name);
  const std::string shown = absl::CEscape(name);
  absl::StatusOr<std::vector<ConfigEntry>> entries = ReadConfigEntries(text);
  if (!entries.ok()) return Wrong(absl::StrCat(shown, ":", entries.status().message()));
  for (ConfigEntry& entry : *entries) {
    const int line = entry.line;
    const absl::Status status =
        entry.table.empty() ? AddFlag(std::move(entry), file) : AddModel(entry, file);
    if (!status.ok()) return Wrong(absl::StrCat(shown, ":", line, ": ", status.message()));
  }
  return file;
}

absl::StatusOr<ConfigFile> ReadConfigFile(const std::string& path, absl::string_view origin) {
  const auto cannot_read = [&](absl::string_view why) {
    return Wrong(
        absl::StrCat(origin, ": cannot read \"", absl::CEscape(BaseName(path)), "\": ", why));
  };
  std::error_code unknown;  // opening tells it
  if (std::filesystem::is_fifo(path, unknown)) return cannot_read("expected a file, found a pipe");
  std::ifstream stream(path, std::ios::binary);
  std::string text(kMostBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream.is_open() || stream.bad()) return cannot_read(strerror(errno));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > kMostBytes) return cannot_read("expected at most 1 MiB, got more");
  return ParseConfig(BaseName(path), text);
}

}  // namespace headwise
