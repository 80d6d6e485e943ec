#include "client/picture/heading.h"

#include "gtest/gtest.h"
#include "tests/client/picture/places.h"

namespace headwise {
namespace {

using ::headwise::testing::InkOutside;

TEST(HeadingTest, StaysInItsPlace) {
  const Heading heading("A title that does not fit one line",
                        {"A note that is a good deal longer than one line can be", "b"}, 300);
  Canvas canvas(340, heading.height() + 40);
  heading.Draw(20, 20, &canvas);
  EXPECT_EQ(InkOutside(canvas, {{20, 20, 300, heading.height()}}), "");
  EXPECT_EQ(canvas.lost_pixels(), 0);
}

TEST(HeadingTest, GrowsWithItsLines) {
  const int one = Heading("title", {}, 300).height();
  const int two = Heading("title", {"note"}, 300).height();
  EXPECT_GT(two, one);
  EXPECT_GT(Heading("title", {"note", "note"}, 300).height(), two);
  EXPECT_GT(Heading("a title of two lines", {}, 200).height(), one);
}

}  // namespace
}  // namespace headwise
