// Colours of pictures.
#ifndef HEADWISE_CLIENT_PICTURE_COLOR_H_
#define HEADWISE_CLIENT_PICTURE_COLOR_H_

#include <cstdint>

namespace headwise {

// sRGB, 8 bits a channel.
struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

constexpr bool operator==(Color a, Color b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue;
}
constexpr bool operator!=(Color a, Color b) { return !(a == b); }

constexpr Color kPaper{255, 255, 255};
constexpr Color kInk{32, 33, 36};     // text
constexpr Color kFaint{95, 99, 104};  // text of less weight, frames
constexpr Color kGrid{224, 226, 230};
// Two lines that also readers with a colour vision deficiency tell apart: blue and vermilion of
// M. Okabe and K. Ito, "Color Universal Design" (2008).
constexpr Color kBlue{0, 114, 178};
constexpr Color kVermilion{213, 94, 0};

// `share` of `b` in 0..1, the rest of `a`.
inline Color Mix(Color a, Color b, double share) {
  auto mix = [share](int from, int to) {
    return static_cast<std::uint8_t>(from + (to - from) * share + 0.5);
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_COLOR_H_
