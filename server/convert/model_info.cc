#include "server/convert/model_info.h"

#include <cstdint>

#include "server/convert/enums.h"

namespace headwise {
namespace {

// A multiplication and an addition for each weight that a token meets.
std::int64_t ProjectionFlopsPerToken(const LayerSpec& spec) {
  const std::int64_t output = spec.output_projection ? spec.query_width() * spec.d_out : 0;
  return 2 * (spec.d_model * spec.qkv_width() + output);
}

// The same for a score and for a weighted value, hd elements each, in every head.
std::int64_t AttentionFlopsPerPair(const LayerSpec& spec) { return 4 * spec.head_dim * spec.heads; }

}  // namespace

v1::ModelSummary SummaryToProto(const std::string& name, const Model* model) {
  v1::ModelSummary proto;
  proto.set_name(name);
  proto.set_state(model == nullptr ? v1::MODEL_STATE_LOADING : v1::MODEL_STATE_READY);
  if (model == nullptr) return proto;
  const LayerSpec& first = model->layer(0).spec();
  proto.set_version(model->version());
  proto.set_architecture(model->architecture());
  proto.set_layers(model->layer_count());
  proto.set_heads(static_cast<std::int32_t>(first.heads));
  proto.set_d_model(first.d_model);
  return proto;
}

v1::GetModelResponse ModelToProto(const std::string& name, const Model* model) {
  v1::GetModelResponse proto;
  proto.set_name(name);
  proto.set_state(model == nullptr ? v1::MODEL_STATE_LOADING : v1::MODEL_STATE_READY);
  if (model == nullptr) return proto;
  proto.set_version(model->version());
  proto.set_architecture(model->architecture());
  proto.set_weights_dtype(DTypeToProto(model->weights_dtype()));
  proto.set_compute_dtype(v1::DATA_TYPE_F32);  // the engine widens every other type
  proto.set_batch_invariant(model->batch_invariant());
  proto.set_parameters(model->parameters());
  proto.set_weights_bytes(model->weights_bytes());
  for (int i = 0; i < model->layer_count(); ++i) {
    *proto.add_layers() = LayerToProto(model->layer(i).spec());
  }
  for (const std::string& note : model->notes()) proto.add_notes(note);
  return proto;
}

v1::LayerInfo LayerToProto(const LayerSpec& spec) {
  v1::LayerInfo proto;
  proto.set_module(spec.module);
  proto.set_d_model(spec.d_model);
  proto.set_d_out(spec.d_out);
  proto.set_heads(static_cast<std::int32_t>(spec.heads));
  proto.set_kv_heads(static_cast<std::int32_t>(spec.kv_heads));
  proto.set_head_dim(spec.head_dim);
  proto.set_causal(spec.causal);
  proto.set_scale(spec.scale);
  proto.set_input_bias(spec.input_bias);
  proto.set_output_projection(spec.output_projection);
  proto.set_output_bias(spec.output_bias);
  proto.set_parameters(spec.parameters());
  proto.set_projection_flops_per_token(ProjectionFlopsPerToken(spec));
  proto.set_attention_flops_per_pair(AttentionFlopsPerPair(spec));
  return proto;
}

}  // namespace headwise
