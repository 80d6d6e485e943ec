#include "client/picture/utf8_text.h"

#include <cstddef>

namespace headwise {
namespace {

constexpr char32_t kReplacement = U'\ufffd';

struct Character {
  char32_t code_point;
  std::size_t bytes;
};

std::size_t SequenceBytes(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

bool IsCodePoint(char32_t value, std::size_t bytes) {
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  return value >= kLeast[bytes] && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

// The first character of `text`, which is not empty.
Character Next(absl::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = SequenceBytes(first);
  if (bytes == 1) return {first, 1};
  if (bytes == 0 || bytes > text.size()) return {kReplacement, 1};
  char32_t value = first & (0xff >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return {kReplacement, 1};
    value = value << 6 | (next & 0x3f);
  }
  return IsCodePoint(value, bytes) ? Character{value, bytes} : Character{kReplacement, 1};
}

}  // namespace

std::u32string CharactersOf(absl::string_view text) {
  std::u32string characters;
  while (!text.empty()) {
    const Character next = Next(text);
    characters += next.code_point;
    text.remove_prefix(next.bytes);
  }
  return characters;
}

std::vector<std::string> SplitCharacters(absl::string_view text) {
  std::vector<std::string> characters;
  while (!text.empty()) {
    const std::size_t bytes = Next(text).bytes;
    characters.emplace_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return characters;
}

}  // namespace headwise
