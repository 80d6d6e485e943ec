// Colours for numbers.
#ifndef HEADWISE_CLIENT_PICTURE_COLOR_MAP_H_
#define HEADWISE_CLIENT_PICTURE_COLOR_MAP_H_

#include <array>

#include "client/picture/color.h"

namespace headwise {

// From dark violet for 0 over blue and green to light yellow for 1. Lightness grows evenly and
// equal steps look equal, so that the order also shows in grey and to readers with a colour
// vision deficiency. Computed in Oklab, a perceptual colour space: B. Ottosson, "A perceptual
// color space for image processing" (2020), https://bottosson.github.io/posts/oklab/.
// Immutable after construction; thread-safe.
class ColorMap {
 public:
  static constexpr int kSteps = 256;

  ColorMap();

  // The colour of `share`, which is taken into 0..1; NaN is 0.
  Color At(double share) const;

 private:
  std::array<Color, kSteps> colors_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_COLOR_MAP_H_
