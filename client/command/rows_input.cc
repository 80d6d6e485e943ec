#include "client/command/rows_input.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/command/input.h"
#include "client/command/tensor_bridge.h"

namespace headwise {
namespace {

absl::StatusOr<v1::Tensor> Load(absl::string_view flag, const std::string& text, int least_rank,
                                absl::string_view expected) {
  const absl::StatusOr<Tensor> input = LoadInput(flag, text);
  if (!input.ok()) return input.status();
  const int rank = input->shape().rank();
  if (rank < least_rank || rank > least_rank + 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(flag, ": expected a shape ", expected, ", got ", input->shape().ToString()));
  }
  return MessageOf(*input);
}

}  // namespace

absl::StatusOr<v1::Tensor> LoadRows(absl::string_view flag, const std::string& text) {
  return Load(flag, text, 2, "[T,D] or [B,T,D]");
}

absl::StatusOr<v1::Tensor> LoadHeadRows(absl::string_view flag, const std::string& text) {
  auto tensor = Load(flag, text, 3, "[H,T,hd] or [B,H,T,hd]");
  if (!tensor.ok() || tensor->shape_size() == 4) return tensor;
  tensor->mutable_shape()->Add(0);
  for (int i = 3; i > 0; --i) tensor->set_shape(i, tensor->shape(i - 1));
  tensor->set_shape(0, 1);
  return tensor;
}

}  // namespace headwise
