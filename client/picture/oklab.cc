#include "client/picture/oklab.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headwise {
namespace {

// IEC 61966-2-1, the transfer functions of sRGB.
std::uint8_t Encode(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  const double encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(encoded * 255));
}

double Decode(std::uint8_t channel) {
  const double x = channel / 255.0;
  return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

double Cube(double x) { return x * x * x; }

}  // namespace

Oklab OklabOf(double lightness, double chroma, double hue) {
  const double radians = hue * 3.14159265358979323846 / 180;
  return {lightness, chroma * std::cos(radians), chroma * std::sin(radians)};
}

Oklab OklabOf(Color color) {
  const double r = Decode(color.red);
  const double g = Decode(color.green);
  const double b = Decode(color.blue);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Color ColorOf(const Oklab& color) {
  const double l = Cube(color.lightness + 0.3963377774 * color.a + 0.2158037573 * color.b);
  const double m = Cube(color.lightness - 0.1055613458 * color.a - 0.0638541728 * color.b);
  const double s = Cube(color.lightness - 0.0894841775 * color.a - 1.2914855480 * color.b);
  return {Encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          Encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          Encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

double Distance(const Oklab& a, const Oklab& b) {
  return std::hypot(a.lightness - b.lightness, a.a - b.a, a.b - b.b);
}

}  // namespace headwise
