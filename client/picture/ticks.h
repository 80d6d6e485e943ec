// Where the numbers of an axis stand.
#ifndef HEADWISE_CLIENT_PICTURE_TICKS_H_
#define HEADWISE_CLIENT_PICTURE_TICKS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace headwise {

struct Tick {
  double place = 0;  // pixels from the start of the axis
  std::string text;
};

// The smallest 1, 2 or 5 times a power of ten that is at least `value`, which is above 0.
// Thread-safe, as all of this file.
double NiceCeiling(double value);

// Multiples of a nice step from 0 to at least `largest`, `most` steps or fewer; {0, 1} if
// `largest` is not above 0.
std::vector<double> ValueSteps(double largest, int most);

// The step between the numbers of `count` indexes that stand `pitch` pixels apart, so that
// numbers are at least `spacing` pixels apart.
std::int64_t IndexStep(std::int64_t count, double pitch, double spacing);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_TICKS_H_
