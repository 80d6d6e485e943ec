#include "client/command/token_labels.h"

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/command/exit_code.h"
#include "client/command/format.h"
#include "client/picture/utf8_text.h"
#include "engine/checkpoint/file.h"

namespace headwise {
namespace {

constexpr char kSpace[] = "\u2423";

std::vector<std::string> Visible(const std::vector<std::string>& tokens) {
  std::vector<std::string> visible;
  for (const std::string& token : tokens) visible.push_back(VisibleToken(token));
  return visible;
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const absl::StatusOr<File> file = File::Open(path);
  if (!file.ok()) return file.status();
  return file->ReadText(0, file->size());
}

}  // namespace

std::string VisibleToken(absl::string_view token) {
  // The byte-level BPE of GPT-2 and SentencePiece write spaces as U+0120 and U+2581.
  std::string visible = absl::StrReplaceAll(
      token, {{"\u0120", kSpace}, {"\u2581", kSpace}, {"\n", "\u21b5"}, {"\t", "\u2192"}});
  const std::size_t first = visible.find_first_not_of(' ');
  const std::size_t begin = first == std::string::npos ? visible.size() : first;
  const std::size_t last = visible.find_last_not_of(' ');
  const std::size_t end = last == std::string::npos ? visible.size() : last + 1;
  std::string text;
  for (std::size_t i = 0; i < begin; ++i) text += kSpace;
  if (end > begin) text += visible.substr(begin, end - begin);
  for (std::size_t i = std::max(begin, end); i < visible.size(); ++i) text += kSpace;
  return text;
}

absl::StatusOr<std::vector<std::string>> ReadTokenLabels(const std::string& path,
                                                         std::int64_t tokens) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) {
    return absl::Status(text.status().code(), absl::StrCat("--tokens: ", text.status().message()));
  }
  std::vector<std::string> lines =
      absl::StrSplit(absl::StrReplaceAll(*text, {{"\r\n", "\n"}}), '\n');
  if (lines.back().empty()) lines.pop_back();  // what follows the last line's end
  if (static_cast<std::int64_t>(lines.size()) != tokens) {
    return absl::InvalidArgumentError(
        absl::StrCat("--tokens: expected ", FormatPlural(tokens, "line"),
                     ", one for each token of the sequence, got ", lines.size()));
  }
  return Visible(lines);
}

absl::StatusOr<std::vector<std::string>> CutTokenLabels(absl::string_view text,
                                                        std::int64_t tokens) {
  std::vector<std::string> characters = SplitCharacters(text);
  if (static_cast<std::int64_t>(characters.size()) == tokens) return Visible(characters);
  if (static_cast<std::int64_t>(text.size()) != tokens) {
    return UsageError(absl::StrCat(
        "--text: expected ", FormatPlural(tokens, "character"), " or as many bytes, one for each ",
        "token of the sequence, got ", FormatPlural(characters.size(), "character"), " of ",
        FormatPlural(text.size(), "byte")));
  }
  std::vector<std::string> bytes;
  for (char byte : text) bytes.emplace_back(1, byte);
  return Visible(bytes);
}

}  // namespace headwise
