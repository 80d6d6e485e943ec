// Rotary position embedding: which values of a head are rotated, and how fast.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ROPE_SPEC_H_
#define HEADWISE_ENGINE_CHECKPOINT_ROPE_SPEC_H_

#include <cstdint>
#include <vector>

namespace headwise {

// How frequencies are changed for contexts longer than those of training.
enum class RopeScaling {
  kNone,
  kLinear,    // frequencies / factor (Chen et al., 2023, arXiv:2306.15595)
  kDynamic,   // a larger base for longer sequences ("NTK-aware")
  kYarn,      // by parts (Peng et al., 2023, arXiv:2309.00071)
  kLongRope,  // a factor for each frequency (Ding et al., 2024, arXiv:2402.13753)
  kLlama3,    // low frequencies / factor, smooth in between
};

// The rotation of pair p at position t has the angle t * frequency[p] (Su et al., 2021,
// arXiv:2104.09864); cos and sin are both multiplied by attention_factor.
struct RopeSpec {
  std::int64_t dims = 0;     // first values of each head that are rotated, even; 0: none
  bool interleaved = false;  // pairs (2p, 2p+1) instead of (p, p + dims/2)
  double base = 10000;
  double attention_factor = 1;

  RopeScaling scaling = RopeScaling::kNone;
  double factor = 1;                  // linear, dynamic, yarn, llama3
  double max_positions = 0;           // dynamic: max_position_embeddings
  double original_max_positions = 0;  // yarn, longrope, llama3: of training
  double low_freq_factor = 1;         // llama3
  double high_freq_factor = 1;        // llama3
  double beta_fast = 32;              // yarn
  double beta_slow = 1;               // yarn
  bool truncate = true;               // yarn: whole dimensions bound the ramp
  std::vector<double> short_factors;  // longrope, [dims/2]
  std::vector<double> long_factors;   // longrope, [dims/2]

  // True if `length` matters to Frequencies.
  bool depends_on_length() const {
    return dims > 0 && (scaling == RopeScaling::kDynamic || scaling == RopeScaling::kLongRope);
  }
  // Radians per position for each of the dims/2 pairs, for a request whose total key length is
  // `length`.
  std::vector<double> Frequencies(std::int64_t length) const;
};

// "none", "linear", "dynamic", "yarn", "longrope", "llama3"
const char* RopeScalingName(RopeScaling scaling);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ROPE_SPEC_H_
