// Masks of attention requests.
#ifndef HEADWISE_CLIENT_LIBRARY_MASK_H_
#define HEADWISE_CLIENT_LIBRARY_MASK_H_

#include "absl/status/statusor.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// A mask of [B or 1, H or 1, T or 1, Tk or 1]; a dimension of 1 holds for all. What its values
// mean has no default, as libraries differ:
//   MASK_MEANING_ATTEND_WHERE_TRUE  BOOL, a query sees the keys where it is true
//   MASK_MEANING_IGNORE_WHERE_TRUE  BOOL, a query sees the keys where it is false
//   MASK_MEANING_ADDED_TO_SCORES    F32, F16 or BF16, -infinity hides a key
// INVALID_ARGUMENT unless there are four dimensions, a meaning, and a dtype that fits it.
// Thread-safe, as all of this file.
//
//   auto values = headwise::MakeBoolTensor({1, 1, 1, keys}, visible);
//   auto mask = headwise::MakeMask(headwise::v1::MASK_MEANING_ATTEND_WHERE_TRUE, *values);
//   *request.add_masks() = *mask;
absl::StatusOr<v1::Mask> MakeMask(v1::MaskMeaning meaning, v1::Tensor values);

// The same from [T,Tk]: one mask for all sequences and heads, [1,1,T,Tk].
absl::StatusOr<v1::Mask> MakeSharedMask(v1::MaskMeaning meaning, v1::Tensor values);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_LIBRARY_MASK_H_
