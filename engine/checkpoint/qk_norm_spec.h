// How queries and keys are normalised before the rotary embedding.
#ifndef HEADWISE_ENGINE_CHECKPOINT_QK_NORM_SPEC_H_
#define HEADWISE_ENGINE_CHECKPOINT_QK_NORM_SPEC_H_

namespace headwise {

enum class NormKind {
  kNone,
  kRms,    // x / sqrt(mean(x^2) + epsilon) * w (Zhang and Sennrich, 2019, arXiv:1910.07467)
  kLayer,  // (x - mean) / sqrt(variance + epsilon) * w + b (Ba et al., 2016, arXiv:1607.06450)
};

// What one mean is taken over.
enum class NormScope {
  kHead,        // the hd values of one head
  kProjection,  // all H*hd values of the queries, all KV*hd of the keys
};

struct QkNormSpec {
  NormKind kind = NormKind::kNone;
  NormScope scope = NormScope::kHead;
  double epsilon = 0;
};

// "none", "rms", "layer"
const char* NormKindName(NormKind kind);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_QK_NORM_SPEC_H_
