#include "server/convert/masks.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/convert/enums.h"
#include "server/convert/tensor_field.h"

namespace headwise {
namespace {

absl::StatusOr<AttentionMask> MaskFromProto(const std::string& field, const v1::Mask& proto) {
  absl::StatusOr<MaskMeaning> meaning = MeaningFromProto(field + ".meaning", proto.meaning());
  if (!meaning.ok()) return meaning.status();
  const TensorRule rule = {field + ".values", 4, 4, "4 dimensions [B or 1,H or 1,T or 1,Tk or 1]",
                           *meaning != MaskMeaning::kAddedToScores};
  if (!proto.has_values()) return MissingTensor(rule);
  absl::StatusOr<TensorView> values = TensorFromProto(rule, proto.values());
  if (!values.ok()) return values.status();
  return AttentionMask{*std::move(values), *meaning};
}

}  // namespace

absl::StatusOr<std::vector<AttentionMask>> MasksFromProto(
    const google::protobuf::RepeatedPtrField<v1::Mask>& protos) {
  std::vector<AttentionMask> masks;
  for (int i = 0; i < protos.size(); ++i) {
    absl::StatusOr<AttentionMask> mask = MaskFromProto(absl::StrCat("masks[", i, "]"), protos[i]);
    if (!mask.ok()) return mask.status();
    masks.push_back(*std::move(mask));
  }
  return masks;
}

}  // namespace headwise
