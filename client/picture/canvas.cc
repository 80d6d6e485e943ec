#include "client/picture/canvas.h"

namespace headwise {

Canvas::Canvas(int width, int height)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), kPaper) {}

void Canvas::Set(int x, int y, Color color) {
  if (Inside(x, y)) {
    pixels_[Index(x, y)] = color;
  } else {
    ++lost_pixels_;
  }
}

void Canvas::Blend(int x, int y, Color color, double share) {
  if (Inside(x, y)) {
    Color& pixel = pixels_[Index(x, y)];
    pixel = Mix(pixel, color, share);
  } else {
    ++lost_pixels_;
  }
}

void Canvas::Fill(const Rect& rect, Color color) {
  for (int y = rect.y; y < rect.bottom(); ++y) {
    for (int x = rect.x; x < rect.right(); ++x) Set(x, y, color);
  }
}

void Canvas::Frame(const Rect& rect, Color color) {
  Fill({rect.x, rect.y, rect.width, 1}, color);
  Fill({rect.x, rect.bottom() - 1, rect.width, 1}, color);
  Fill({rect.x, rect.y, 1, rect.height}, color);
  Fill({rect.right() - 1, rect.y, 1, rect.height}, color);
}

}  // namespace headwise
