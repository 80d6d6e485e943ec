// Distances that all pictures share, in pixels.
#ifndef HEADWISE_CLIENT_PICTURE_SPACING_H_
#define HEADWISE_CLIENT_PICTURE_SPACING_H_

namespace headwise {

constexpr int kMargin = 28;       // round the whole picture
constexpr int kGap = 8;           // between a thing and the text that belongs to it
constexpr int kBlockGap = 24;     // between things of their own
constexpr int kTickLength = 6;    // of the strokes at an axis
constexpr int kTitleScale = 3;    // of the first line
constexpr int kTextScale = 2;     // of other text
constexpr int kLeastWidth = 640;  // of what lies between the margins, so that text has room

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_SPACING_H_
