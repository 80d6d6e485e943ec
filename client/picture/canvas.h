// What pictures are drawn on.
#ifndef HEADWISE_CLIENT_PICTURE_CANVAS_H_
#define HEADWISE_CLIENT_PICTURE_CANVAS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "client/picture/color.h"
#include "client/picture/rect.h"

namespace headwise {

// Owns width x height pixels, at first all kPaper. What lies outside is not drawn, but counted.
// Thread-compatible.
class Canvas {
 public:
  // Both sizes at least 1.
  Canvas(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  // Row by row, from the top.
  absl::Span<const Color> pixels() const { return pixels_; }

  // The pixel must lie inside.
  Color At(int x, int y) const { return pixels_[Index(x, y)]; }

  void Set(int x, int y, Color color);
  // Covers `share` in 0..1 of the pixel.
  void Blend(int x, int y, Color color, double share);
  void Fill(const Rect& rect, Color color);
  // The outermost pixels of `rect`.
  void Frame(const Rect& rect, Color color);

  // Pixels that were to be drawn outside: a layout that is right leaves 0.
  std::int64_t lost_pixels() const { return lost_pixels_; }

 private:
  bool Inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
  std::size_t Index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_;
  int height_;
  std::vector<Color> pixels_;
  std::int64_t lost_pixels_ = 0;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_CANVAS_H_
