#include "engine/checkpoint/json_document.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
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

// Finds the first key that comes twice in one object. A handler of its own, as the parser's
// callback takes quadratic time over the members of an object.
class DuplicateFinder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool found() const { return found_; }
  const std::string& duplicate() const { return duplicate_; }

  bool key(std::string& value) override {
    const bool is_new = open_.back().insert(value).second;
    if (!is_new) duplicate_ = value;
    found_ = !is_new;
    return is_new;
  }
  bool start_object(std::size_t) override {
    open_.emplace_back();
    return true;
  }
  bool end_object() override {
    open_.pop_back();
    return true;
  }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

 private:
  std::vector<std::set<std::string>> open_;  // keys of the objects that are open
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
  const std::string marked = MarkNonFinite(text);
  nlohmann::json document;
  try {
    document = nlohmann::json::parse(marked);
  } catch (const nlohmann::json::exception& error) {
    const auto* parse = dynamic_cast<const nlohmann::json::parse_error*>(&error);
    return absl::InvalidArgumentError(absl::StrCat(
        file_name, ": not valid JSON",
        parse != nullptr ? absl::StrCat(" at byte ", parse->byte) : ": a number is out of range"));
  }
  DuplicateFinder finder;
  nlohmann::json::sax_parse(marked, &finder);
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
  std::string text =
      value.dump(-1, ' ', /*ensure_ascii=*/true, nlohmann::json::error_handler_t::replace);
  if (text.size() > kMaxDescription) return absl::StrCat(text.substr(0, kMaxDescription), "...");
  return text;
}

}  // namespace headwise
