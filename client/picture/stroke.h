// Smooth lines and discs.
#ifndef HEADWISE_CLIENT_PICTURE_STROKE_H_
#define HEADWISE_CLIENT_PICTURE_STROKE_H_

#include "client/picture/canvas.h"
#include "client/picture/color.h"

namespace headwise {

// The middle of the pixel (x, y) is the point (x, y).
struct Point {
  double x = 0;
  double y = 0;
};

// A line with round ends; its edge pixels are blended. A point if from and to are the same, so
// that DrawStroke(p, p, 9, ...) is a disc.
void DrawStroke(Point from, Point to, double thickness, Color color, Canvas* canvas);

// A line of dashes and gaps of `dash` pixels each.
void DrawDashes(Point from, Point to, double thickness, double dash, Color color, Canvas* canvas);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_STROKE_H_
