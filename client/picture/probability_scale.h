// From probabilities to shares of a colour map.
#ifndef HEADWISE_CLIENT_PICTURE_PROBABILITY_SCALE_H_
#define HEADWISE_CLIENT_PICTURE_PROBABILITY_SCALE_H_

#include <string>
#include <vector>

namespace headwise {

// Follows the square root, because a head that looks at a hundred keys gives each a hundredth:
// on a straight scale that would be the colour of nothing. Ends at the smallest nice number
// (1, 0.5, 0.2, 0.1, ...) that covers all but the largest half percent, so that one bright cell
// does not darken the rest. Immutable after construction; thread-safe.
class ProbabilityScale {
 public:
  // For a picture that shows `values`, probabilities in any order.
  explicit ProbabilityScale(std::vector<float> values);

  // In 0..1; what lies above the end is 1.
  double ShareOf(double probability) const;

  double end() const { return end_; }
  // Whether some values lie above the end.
  bool cut() const { return cut_; }

  struct Mark {
    double share;
    std::string text;
  };
  // Numbers for a colour bar, from 0 to the end.
  std::vector<Mark> Marks() const;

 private:
  double end_ = 1;
  bool cut_ = false;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_PROBABILITY_SCALE_H_
