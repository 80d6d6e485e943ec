#include "server/log/json_string.h"

#include <cstdint>

#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t size = 0;  // 0: no valid sequence starts here
};

unsigned char ByteAt(absl::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

std::size_t SizeOfSequence(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;  // continuation bytes, and sequences that are too long
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

bool IsScalar(std::uint32_t value, std::size_t size) {
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  return value >= kLeast[size] && value <= 0x10ffff && !surrogate;
}

CodePoint FirstOf(absl::string_view text) {
  const std::size_t size = SizeOfSequence(ByteAt(text, 0));
  if (size == 0 || size > text.size()) return {};
  if (size == 1) return {ByteAt(text, 0), 1};
  std::uint32_t value = ByteAt(text, 0) & (0x7f >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((ByteAt(text, i) & 0xc0) != 0x80) return {};
    value = value << 6 | (ByteAt(text, i) & 0x3f);
  }
  return IsScalar(value, size) ? CodePoint{value, size} : CodePoint{};
}

// C0, DEL, C1 (which holds NEL) and Unicode's line and paragraph separators.
bool MustBeEscaped(std::uint32_t value) {
  return value < 0x20 || (value >= 0x7f && value < 0xa0) || value == 0x2028 || value == 0x2029;
}

void AppendEscape(std::uint32_t value, std::string& out) {
  absl::StrAppend(&out, "\\u", absl::Hex(value, absl::kZeroPad4));
}

void AppendCodePoint(CodePoint point, absl::string_view bytes, std::string& out) {
  if (point.value == '"' || point.value == '\\') {
    absl::StrAppend(&out, "\\", bytes);
  } else if (point.value == '\n') {
    out += "\\n";
  } else if (point.value == '\t') {
    out += "\\t";
  } else if (MustBeEscaped(point.value)) {
    AppendEscape(point.value, out);
  } else {
    absl::StrAppend(&out, bytes);
  }
}

}  // namespace

void AppendJsonString(absl::string_view text, std::string& out) {
  constexpr std::uint32_t kReplacement = 0xfffd;
  out += '"';
  while (!text.empty()) {
    const CodePoint point = FirstOf(text);
    if (point.size == 0) {
      AppendEscape(kReplacement, out);
      text.remove_prefix(1);
    } else {
      AppendCodePoint(point, text.substr(0, point.size), out);
      text.remove_prefix(point.size);
    }
  }
  out += '"';
}

}  // namespace headwise
