// Checks of layouts and of what was drawn with them.
#ifndef HEADWISE_TESTS_CLIENT_PICTURE_PLACES_H_
#define HEADWISE_TESTS_CLIENT_PICTURE_PLACES_H_

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/picture/canvas.h"
#include "client/picture/rect.h"

namespace headwise::testing {

inline std::string TextOf(const Rect& rect) {
  return absl::StrCat("(", rect.x, ",", rect.y, " ", rect.width, "x", rect.height, ")");
}

// The first thing wrong with the places of a picture of this size, or "".
inline std::string FaultOf(const std::vector<Rect>& places, int width, int height) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!Contains({0, 0, width, height}, places[i])) {
      return absl::StrCat(TextOf(places[i]), " leaves ", width, "x", height);
    }
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      if (Overlap(places[i], places[j])) {
        return absl::StrCat(TextOf(places[i]), " overlaps ", TextOf(places[j]));
      }
    }
  }
  return "";
}

// The first drawn pixel that no place holds, or "".
inline std::string InkOutside(Canvas canvas, const std::vector<Rect>& places) {
  for (const Rect& place : places) canvas.Fill(place, kPaper);
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      if (canvas.At(x, y) != kPaper) return absl::StrCat("ink at ", x, ",", y);
    }
  }
  return "";
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_CLIENT_PICTURE_PLACES_H_
