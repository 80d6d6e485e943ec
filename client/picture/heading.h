// The title of a picture and the lines below it.
#ifndef HEADWISE_CLIENT_PICTURE_HEADING_H_
#define HEADWISE_CLIENT_PICTURE_HEADING_H_

#include <string>
#include <vector>

#include "client/picture/canvas.h"
#include "client/picture/rect.h"

namespace headwise {

// Text broken into lines of a width. Immutable after construction; thread-safe.
class Heading {
 public:
  // Each note starts a line of its own.
  Heading(const std::string& title, const std::vector<std::string>& notes, int width);

  int height() const;
  // With (x, y) as the top left corner.
  void Draw(int x, int y, Canvas* canvas) const;

 private:
  std::vector<std::string> title_;
  std::vector<std::string> notes_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_HEADING_H_
