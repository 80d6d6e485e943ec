// A learned bias on scores by the distance of query and key.
#ifndef HEADWISE_ENGINE_CHECKPOINT_RELATIVE_BIAS_SPEC_H_
#define HEADWISE_ENGINE_CHECKPOINT_RELATIVE_BIAS_SPEC_H_

#include <cstdint>

namespace headwise {

// T5's (Raffel et al., 2020, arXiv:1910.10683): a table [buckets, H]; near distances have a bucket
// each, farther ones share buckets that widen logarithmically up to max_distance.
struct RelativeBiasSpec {
  std::int64_t buckets = 0;  // 0: no bias
  std::int64_t max_distance = 0;
  bool bidirectional = false;  // half of the buckets are for keys after the query

  // Bucket of a key at `distance` = j - i - (Tk - Tq). `buckets` must not be 0.
  std::int64_t BucketOf(std::int64_t distance) const;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_RELATIVE_BIAS_SPEC_H_
