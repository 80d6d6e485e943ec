// A caller's own mask.
#ifndef HEADWISE_ENGINE_ATTENTION_ATTENTION_MASK_H_
#define HEADWISE_ENGINE_ATTENTION_ATTENTION_MASK_H_

#include "engine/tensor/tensor_view.h"

namespace headwise {

// What a mask's values mean; never guessed.
enum class MaskMeaning {
  kAttendWhereTrue,  // Boolean: a query sees the keys where it is true
  kIgnoreWhereTrue,  // Boolean: a query sees the keys where it is false
  kAddedToScores,    // F32, F16 or BF16, added after softcap; -infinity hides a key
};

// Shape [B or 1, H or 1, Tq or 1, Tk or 1]; a dimension of 1 holds for all. Boolean masks are BOOL
// or U8, where any byte but 0 is true. Borrowed.
struct AttentionMask {
  TensorView values;
  MaskMeaning meaning = MaskMeaning::kAttendWhereTrue;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ATTENTION_MASK_H_
