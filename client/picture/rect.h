// Places in a picture.
#ifndef HEADWISE_CLIENT_PICTURE_RECT_H_
#define HEADWISE_CLIENT_PICTURE_RECT_H_

namespace headwise {

// Pixels x..x+width-1 and y..y+height-1; y grows downwards.
struct Rect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  constexpr int right() const { return x + width; }    // the first column behind it
  constexpr int bottom() const { return y + height; }  // the first row below it
  constexpr bool empty() const { return width <= 0 || height <= 0; }
};

constexpr bool operator==(const Rect& a, const Rect& b) {
  return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

constexpr bool Overlap(const Rect& a, const Rect& b) {
  return !a.empty() && !b.empty() && a.x < b.right() && b.x < a.right() && a.y < b.bottom() &&
         b.y < a.bottom();
}

constexpr bool Contains(const Rect& outer, const Rect& inner) {
  return inner.empty() || (inner.x >= outer.x && inner.y >= outer.y &&
                           inner.right() <= outer.right() && inner.bottom() <= outer.bottom());
}

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_RECT_H_
