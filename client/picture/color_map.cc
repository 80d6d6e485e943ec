#include "client/picture/color_map.h"

#include <cmath>
#include <cstddef>

#include "client/picture/oklab.h"

namespace headwise {
namespace {

// Along the way from 0 to 1 lightness grows evenly, hue turns from violet (300 degrees) over
// blue and green to yellow (108), and chroma stays inside sRGB.
Oklab PathAt(double way) {
  const double lightness = 0.22 + 0.72 * way;
  const double hue = 300 - 192 * way;
  const double chroma = 0.115 + 0.065 * way - 0.06 * std::sin(3.14159265358979323846 * way);
  return OklabOf(lightness, chroma, hue);
}

// Places on the path that are equally far from one another, as seen.
std::array<double, ColorMap::kSteps> EvenWays() {
  constexpr int kParts = 4096;
  std::array<double, kParts + 1> length{};
  for (int i = 1; i <= kParts; ++i) {
    length[i] =
        length[i - 1] + Distance(PathAt(double(i - 1) / kParts), PathAt(double(i) / kParts));
  }
  std::array<double, ColorMap::kSteps> ways{};
  int part = 0;
  for (int step = 0; step < ColorMap::kSteps; ++step) {
    const double wanted = length[kParts] * step / (ColorMap::kSteps - 1);
    while (part < kParts && length[part] < wanted) ++part;
    ways[step] = double(part) / kParts;
  }
  return ways;
}

}  // namespace

ColorMap::ColorMap() {
  const auto ways = EvenWays();
  for (int step = 0; step < kSteps; ++step) colors_[step] = ColorOf(PathAt(ways[step]));
}

Color ColorMap::At(double share) const {
  if (!(share > 0)) return colors_.front();
  if (share >= 1) return colors_.back();
  return colors_[static_cast<std::size_t>(share * (kSteps - 1) + 0.5)];
}

}  // namespace headwise
