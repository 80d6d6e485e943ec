#include "tests/golden/server_answerer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/checkpoint.h"
#include "tests/golden/golden_request.h"

namespace headwise::testing {
namespace {

v1::DataType ProtoType(DType dtype) {
  switch (dtype) {
    case DType::kF16:
      return v1::DATA_TYPE_F16;
    case DType::kBF16:
      return v1::DATA_TYPE_BF16;
    case DType::kBool:
    case DType::kU8:
      return v1::DATA_TYPE_BOOL;
    default:
      return v1::DATA_TYPE_F32;
  }
}

v1::MaskMeaning ProtoMeaning(MaskMeaning meaning) {
  switch (meaning) {
    case MaskMeaning::kAttendWhereTrue:
      return v1::MASK_MEANING_ATTEND_WHERE_TRUE;
    case MaskMeaning::kIgnoreWhereTrue:
      return v1::MASK_MEANING_IGNORE_WHERE_TRUE;
    default:
      return v1::MASK_MEANING_ADDED_TO_SCORES;
  }
}

void ToProto(const TensorView& view, v1::Tensor& tensor) {
  tensor.set_dtype(ProtoType(view.dtype()));
  for (std::int64_t dim : view.shape().dims()) tensor.add_shape(dim);
  tensor.set_data(view.data(), static_cast<std::size_t>(view.bytes()));
}

template <typename Message>
void MasksToProto(const AttentionRequest& from, Message& to) {
  for (const AttentionMask& mask : from.masks) {
    v1::Mask& added = *to.add_masks();
    added.set_meaning(ProtoMeaning(mask.meaning));
    ToProto(mask.values, *added.mutable_values());
  }
}

absl::StatusOr<Tensor> FromProto(const v1::Tensor& tensor) {
  if (tensor.dtype() != v1::DATA_TYPE_F32) {
    return absl::InvalidArgumentError("the server answered with another type than F32");
  }
  auto shape =
      Shape::Create({tensor.shape().data(), static_cast<std::size_t>(tensor.shape_size())});
  if (!shape.ok()) return shape.status();
  Tensor result(DType::kF32, *shape);
  if (tensor.data().size() != static_cast<std::size_t>(result.view().bytes())) {
    return absl::InvalidArgumentError("the server answered with bytes that do not fill the shape");
  }
  std::memcpy(result.floats(), tensor.data().data(), tensor.data().size());
  return result;
}

absl::Status Take(const v1::Tensor& from, Tensor& to) {
  auto tensor = FromProto(from);
  if (!tensor.ok()) return tensor.status();
  to = *std::move(tensor);
  return absl::OkStatus();
}

v1::AttendRequest RequestToProto(const AttentionRequest& from, Form form) {
  v1::AttendRequest to;
  ToProto(from.input, *to.mutable_input());
  if (from.key_input.present()) ToProto(from.key_input, *to.mutable_key_input());
  if (from.value_input.present()) ToProto(from.value_input, *to.mutable_value_input());
  to.mutable_lengths()->Assign(from.lengths.begin(), from.lengths.end());
  to.mutable_key_lengths()->Assign(from.key_lengths.begin(), from.key_lengths.end());
  to.mutable_positions()->Assign(from.positions.begin(), from.positions.end());
  MasksToProto(from, to);
  to.set_form(form == Form::kStacked ? v1::FORM_STACKED : v1::FORM_FUSED);
  to.set_causal(*from.causal);
  to.set_relative_bias(from.relative_bias);
  v1::OutputSelection& outputs = *to.mutable_outputs();
  outputs.mutable_head_context()->set_all(true);
  outputs.mutable_probabilities()->mutable_heads()->set_all(true);
  outputs.set_log_sum_exp(true);
  return to;
}

}  // namespace

ServerAnswerer::ServerAnswerer(const std::vector<std::string>& roots) {
  std::vector<std::string> flags;
  for (const std::string& root : roots) {
    for (const std::string& folder : GoldenFolders(root)) {
      if (!std::filesystem::exists(folder + "/config.json")) continue;
      const bool has_weights = std::filesystem::exists(folder + "/model.safetensors") ||
                               std::filesystem::exists(folder + "/model.safetensors.index.json");
      // A checkpoint that does not load would keep the server from serving; it fails its own case.
      if (!has_weights || !Checkpoint::Open(folder).ok()) continue;
      const std::string name = std::filesystem::path(folder).lexically_normal().filename();
      flags.push_back(absl::StrCat("--model=", name, "=", folder));
    }
  }
  server_ = std::make_unique<ServerProcess>(flags);
  server_->WaitUntilServing();
  client_ = server_->MakeClient();
}

absl::Status ServerAnswerer::Open(const GoldenCase& golden) {
  if (golden.kind == "qkv") return absl::OkStatus();
  auto model = client_->GetModel(golden.name);
  if (!model.ok()) return model.status();
  model_ = *std::move(model);
  for (const GoldenLayer& want : golden.layers) {
    const absl::StatusOr<int> index = Find(want);
    if (!index.ok()) return index.status();
    const v1::LayerInfo& layer = model_.layers(*index);
    const bool fits = layer.heads() == want.heads && layer.kv_heads() == want.kv_heads &&
                      layer.head_dim() == want.head_dim && layer.window() == want.window &&
                      layer.sinks() == want.sinks && layer.softcap() == want.softcap &&
                      std::fabs(layer.scale() - want.scale) <= 1e-6;
    if (!fits) {
      return absl::InvalidArgumentError(
          absl::StrCat("GetModel tells other facts than case.json: ", layer.ShortDebugString()));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<int> ServerAnswerer::Find(const GoldenLayer& layer) const {
  for (int i = 0; i < model_.layers_size(); ++i) {
    if (model_.layers(i).module() == layer.module) return i;
  }
  return absl::NotFoundError(absl::StrCat("the server has no layer ", layer.module));
}

absl::StatusOr<GoldenAnswer> ServerAnswerer::Ask(const GoldenCase& golden, const GoldenLayer& layer,
                                                 Form form) {
  if (golden.kind == "qkv") return AskCore(golden);
  const absl::StatusOr<int> index = Find(layer);
  if (!index.ok()) return index.status();
  const v1::LayerInfo& info = model_.layers(*index);
  auto request = MakeGoldenRequest(golden, info.heads(), info.relative_bias());
  if (!request.ok()) return request.status();
  v1::AttendRequest message = RequestToProto(request->request, form);
  message.set_model(golden.name);
  message.set_layer(*index);
  auto response = client_->Attend(message);
  if (!response.ok()) return response.status();
  GoldenAnswer answer;
  absl::Status status = Take(response->context(), answer.y);
  status.Update(Take(response->head_context().tensor(), answer.z));
  status.Update(Take(response->probabilities().tensor(), answer.probs));
  status.Update(Take(response->log_sum_exp(), answer.lse));
  if (!status.ok()) return status;
  return answer;
}

absl::StatusOr<GoldenAnswer> ServerAnswerer::AskCore(const GoldenCase& golden) {
  const CoreOptions options = CoreOptionsOf(golden);
  auto request = MakeGoldenRequest(golden, options.heads, false);
  if (!request.ok()) return request.status();
  v1::AttendCoreRequest message;
  ToProto(request->request.input, *message.mutable_queries());
  ToProto(request->request.key_input, *message.mutable_keys());
  ToProto(request->request.value_input, *message.mutable_values());
  message.mutable_key_lengths()->Assign(request->request.key_lengths.begin(),
                                        request->request.key_lengths.end());
  MasksToProto(request->request, message);
  message.set_causal(options.causal);
  if (options.scale) message.set_scale(*options.scale);
  message.set_window(options.window);
  message.set_softcap(options.softcap);
  message.mutable_alibi_slopes()->Assign(options.alibi_slopes.begin(), options.alibi_slopes.end());
  message.mutable_sinks()->Assign(options.sinks.begin(), options.sinks.end());
  message.mutable_outputs()->mutable_probabilities()->mutable_heads()->set_all(true);
  auto response = client_->AttendCore(message);
  if (!response.ok()) return response.status();
  GoldenAnswer answer;
  absl::Status status = Take(response->context(), answer.z);
  status.Update(Take(response->probabilities().tensor(), answer.probs));
  status.Update(Take(response->log_sum_exp(), answer.lse));
  if (!status.ok()) return status;
  return answer;
}

}  // namespace headwise::testing
