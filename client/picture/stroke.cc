#include "client/picture/stroke.h"

#include <algorithm>
#include <cmath>

namespace headwise {
namespace {

double Distance(Point point, Point from, Point to) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length_squared = dx * dx + dy * dy;
  double along = 0;  // of the nearest point of the line, in 0..1
  if (length_squared > 0) {
    along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / length_squared;
    along = std::clamp(along, 0.0, 1.0);
  }
  return std::hypot(point.x - from.x - along * dx, point.y - from.y - along * dy);
}

Point Between(Point from, Point to, double share) {
  return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

}  // namespace

void DrawStroke(Point from, Point to, double thickness, Color color, Canvas* canvas) {
  const double reach = thickness / 2 + 0.5;
  const int left = static_cast<int>(std::ceil(std::min(from.x, to.x) - reach));
  const int right = static_cast<int>(std::floor(std::max(from.x, to.x) + reach));
  const int top = static_cast<int>(std::ceil(std::min(from.y, to.y) - reach));
  const int bottom = static_cast<int>(std::floor(std::max(from.y, to.y) + reach));
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) {
      const double covered = std::min(1.0, reach - Distance({double(x), double(y)}, from, to));
      if (covered > 0) canvas->Blend(x, y, color, covered);
    }
  }
}

void DrawDashes(Point from, Point to, double thickness, double dash, Color color, Canvas* canvas) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length == 0) return;
  for (double start = 0; start < length; start += 2 * dash) {
    const double end = std::min(length, start + dash);
    DrawStroke(Between(from, to, start / length), Between(from, to, end / length), thickness, color,
               canvas);
  }
}

}  // namespace headwise
