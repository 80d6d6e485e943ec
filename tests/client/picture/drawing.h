// Pictures as text, for tests of exact pixels.
#ifndef HEADWISE_TESTS_CLIENT_PICTURE_DRAWING_H_
#define HEADWISE_TESTS_CLIENT_PICTURE_DRAWING_H_

#include <string>

#include "client/picture/canvas.h"

namespace headwise::testing {

// A line a row: '.' for paper, '#' for kInk, '+' for anything else.
inline std::string DrawingOf(const Canvas& canvas) {
  std::string drawing;
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      const Color color = canvas.At(x, y);
      drawing += color == kPaper ? '.' : color == kInk ? '#' : '+';
    }
    drawing += '\n';
  }
  return drawing;
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_CLIENT_PICTURE_DRAWING_H_
