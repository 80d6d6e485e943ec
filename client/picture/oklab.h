// Oklab, a colour space in which distances are as large as they look.
#ifndef HEADWISE_CLIENT_PICTURE_OKLAB_H_
#define HEADWISE_CLIENT_PICTURE_OKLAB_H_

#include "client/picture/color.h"

namespace headwise {

// B. Ottosson, "A perceptual color space for image processing" (2020),
// https://bottosson.github.io/posts/oklab/. White is {1, 0, 0}.
struct Oklab {
  double lightness = 0;
  double a = 0;  // green to red
  double b = 0;  // blue to yellow
};

// `hue` in degrees.
Oklab OklabOf(double lightness, double chroma, double hue);
Oklab OklabOf(Color color);

// The nearest that sRGB has; channels out of its range are cut. Thread-safe, as all of this file.
Color ColorOf(const Oklab& color);

double Distance(const Oklab& a, const Oklab& b);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_OKLAB_H_
