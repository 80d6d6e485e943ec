#include "engine/checkpoint/json_document.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/utf8.h"

namespace headwise {
namespace {

constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxDescription = 40;
// First character of the strings that stand for the three tokens. JSON allows it unescaped, and
// no field has a use for it.
constexpr char kMark = '\x7f';

// A string of the same length, so that positions in the text stay what they are.
struct Token {
  absl::string_view text;
  absl::string_view mark;
};
constexpr Token kTokens[] = {
    {"NaN", "\"\x7f\""},
    {"Infinity", "\"\x7f+++++\""},
    {"-Infinity", "\"\x7f------\""},
};

// Calls visit(index) for every character outside of strings.
template <typename Visit>
void ForEachOutsideStrings(absl::string_view text, Visit visit) {
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (inside && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      inside = !inside;
    } else if (!inside) {
      visit(i);
    }
  }
}

bool IsWordCharacter(absl::string_view text, std::size_t i) {
  return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 ||
                             text[i] == '-' || text[i] == '+' || text[i] == '.' || text[i] == '_');
}

std::string MarkNonFinite(absl::string_view text) {
  std::string marked(text);
  ForEachOutsideStrings(text, [&](std::size_t i) {
    if (i > 0 && IsWordCharacter(text, i - 1)) return;
    for (const Token& token : kTokens) {
      if (absl::StartsWith(text.substr(i), token.text) &&
          !IsWordCharacter(text, i + token.text.size())) {
        marked.replace(i, token.mark.size(), token.mark.data(), token.mark.size());
      }
    }
  });
  return marked;
}

int Depth(absl::string_view text) {
  int depth = 0;
  int deepest = 0;
  ForEachOutsideStrings(text, [&](std::size_t i) {
    if (text[i] == '{' || text[i] == '[') deepest = std::max(deepest, ++depth);
    if (text[i] == '}' || text[i] == ']') --depth;
  });
  return deepest;
}

// Remembers the keys of the objects that are open and the first that comes twice.
class DuplicateFinder {
 public:
  bool operator()(int depth, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
    const auto level = static_cast<std::size_t>(depth);
    if (event == nlohmann::json::parse_event_t::object_start) KeysAt(level + 1).clear();
    if (event == nlohmann::json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!KeysAt(level).insert(key).second && !found_) {
        found_ = true;
        duplicate_ = key;
      }
    }
    return true;
  }

  bool found() const { return found_; }
  const std::string& duplicate() const { return duplicate_; }

 private:
  std::set<std::string>& KeysAt(std::size_t level) {
    if (keys_.size() <= level) keys_.resize(level + 1);
    return keys_[level];
  }

  std::vector<std::set<std::string>> keys_;
  bool found_ = false;
  std::string duplicate_;
};

absl::Status CheckText(absl::string_view text, absl::string_view file_name) {
  if (const std::int64_t bad = FirstBadUtf8(text); bad >= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(file_name, ": expected UTF-8 text, byte ", bad, " is not"));
  }
  if (Depth(text) > kMaxDepth) {
    return absl::InvalidArgumentError(
        absl::StrCat(file_name, ": JSON is nested deeper than ", kMaxDepth, " levels"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<nlohmann::json> ParseJsonObject(absl::string_view text,
                                               absl::string_view file_name) {
  if (absl::Status status = CheckText(text, file_name); !status.ok()) return status;
  DuplicateFinder finder;
  nlohmann::json document;
  try {
    document = nlohmann::json::parse(MarkNonFinite(text), std::ref(finder));
  } catch (const nlohmann::json::exception& error) {
    const auto* parse = dynamic_cast<const nlohmann::json::parse_error*>(&error);
    return absl::InvalidArgumentError(absl::StrCat(
        file_name, ": not valid JSON",
        parse != nullptr ? absl::StrCat(" at byte ", parse->byte) : ": a number is out of range"));
  }
  if (finder.found()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file_name, ": key \"", Printable(finder.duplicate()), "\" appears twice"));
  }
  if (!document.is_object()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file_name, ": expected a JSON object, found ", DescribeJson(document)));
  }
  return document;
}

bool IsNonFinite(const nlohmann::json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() && text[0] == kMark;
}

std::string DescribeJson(const nlohmann::json& value) {
  for (const Token& token : kTokens) {
    const absl::string_view mark = token.mark.substr(1, token.mark.size() - 2);
    if (IsNonFinite(value) && mark == value.get_ref<const std::string&>()) {
      return std::string(token.text);
    }
  }
  const std::string text =
      value.dump(-1, ' ', /*ensure_ascii=*/true, nlohmann::json::error_handler_t::replace);
  if (text.size() > kMaxDescription) return absl::StrCat(text.substr(0, kMaxDescription), "...");
  return text;
}

}  // namespace headwise
