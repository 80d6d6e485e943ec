// Puts attention over parts of the keys together.
#ifndef HEADWISE_ENGINE_ATTENTION_MERGE_PARTIAL_H_
#define HEADWISE_ENGINE_ATTENTION_MERGE_PARTIAL_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/tensor/tensor_view.h"

namespace headwise {

// Attention of the same queries over some of the keys: context [..., hv] and log-sum-exp [...],
// both F32.
struct PartialAttention {
  TensorView context;
  TensorView log_sum_exp;
};

// Merges attention over disjoint sets of keys into attention over their union:
//   lse = log(sum_i exp(lse_i))   context = sum_i exp(lse_i - lse) context_i.
// Rows that saw no key in any part get context 0 and log-sum-exp -infinity. A sink must have taken
// part in one of the parts only. The outputs may be those of a part. INVALID_ARGUMENT for no part,
// or for shapes and dtypes that do not fit. Thread-safe.
//
// Source of the maths: the rescaling of partial softmaxes in FlashAttention (Dao et al., 2022,
// arXiv:2205.14135, section 3.1).
absl::Status MergePartial(absl::Span<const PartialAttention> parts,
                          const MutableTensorView& context, const MutableTensorView& log_sum_exp);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_MERGE_PARTIAL_H_
