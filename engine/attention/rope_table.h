// Cosines and sines of rotary position embedding.
#ifndef HEADWISE_ENGINE_ATTENTION_ROPE_TABLE_H_
#define HEADWISE_ENGINE_ATTENTION_ROPE_TABLE_H_

#include <cstdint>
#include <vector>

namespace headwise {

// The angle of position p and pair i is p * frequency[i], in double precision; p is split into
// 64 a + b, and the two parts' rotations are multiplied, so that most positions cost no
// trigonometry. Immutable; thread-safe.
class RopeTable {
 public:
  // Where a reader of neighbouring positions has been. One thread each.
  struct Cursor {
    std::int64_t coarse = -1;
    std::vector<double> cos;
    std::vector<double> sin;
  };

  RopeTable(std::vector<double> frequencies, double attention_factor);

  std::int64_t pairs() const { return static_cast<std::int64_t>(frequencies_.size()); }
  const std::vector<double>& frequencies() const { return frequencies_; }

  // Writes the pairs() cosines and sines of `position`, times the attention factor. The result
  // depends on the position alone, never on the cursor.
  void At(std::int64_t position, Cursor& cursor, float* cos, float* sin) const;

 private:
  static constexpr std::int64_t kFine = 64;

  const std::vector<double> frequencies_;
  const double attention_factor_;
  std::vector<double> fine_cos_;  // [kFine, pairs]
  std::vector<double> fine_sin_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ROPE_TABLE_H_
