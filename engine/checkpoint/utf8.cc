#include "engine/checkpoint/utf8.h"

#include <cstddef>
#include <cstdint>

namespace headwise {
namespace {

unsigned Byte(absl::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
}

// Bytes of a sequence that starts with `lead`; 0 if none does.
std::size_t SequenceLength(unsigned lead) {
  if (lead == 0) return 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

// Second bytes that are in 0x80..0xbf and yet wrong after these lead bytes.
bool SecondByteFits(unsigned lead, unsigned second) {
  switch (lead) {
    case 0xe0:
      return second >= 0xa0;  // else overlong
    case 0xed:
      return second < 0xa0;  // else a surrogate
    case 0xf0:
      return second >= 0x90;  // else overlong
    case 0xf4:
      return second < 0x90;  // else beyond U+10FFFF
    default:
      return true;
  }
}

bool SequenceFits(absl::string_view text, std::size_t at, std::size_t length) {
  for (std::size_t k = 1; k < length; ++k) {
    if ((Byte(text, at + k) & 0xc0) != 0x80) return false;
  }
  return length < 2 || SecondByteFits(Byte(text, at), Byte(text, at + 1));
}

}  // namespace

std::int64_t FirstBadUtf8(absl::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = SequenceLength(Byte(text, at));
    if (length == 0 || !SequenceFits(text, at, length)) return static_cast<std::int64_t>(at);
    at += length;
  }
  return -1;
}

}  // namespace headwise
