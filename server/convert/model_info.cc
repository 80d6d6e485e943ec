#include "server/convert/model_info.h"

#include <cstdint>

#include "server/convert/enums.h"

namespace headwise {
namespace {

// A multiplication and an addition for each weight that a token meets: a query's, a key's, a
// value's and a context's.
std::int64_t ProjectionFlopsPerToken(const LayerSpec& spec) {
  const std::int64_t output = spec.output_projection ? spec.merged_width() * spec.d_out : 0;
  return 2 * (spec.d_model * spec.query_width() + spec.key_input_width() * spec.key_width() +
              spec.value_input_width() * spec.value_width() + output);
}

// The same for a score and for a weighted value in every head.
std::int64_t AttentionFlopsPerPair(const LayerSpec& spec) {
  return 2 * (spec.head_dim + spec.value_head_dim()) * spec.heads;
}

void SetRope(const RopeSpec& spec, v1::Rope& proto) {
  proto.set_dims(spec.dims);
  proto.set_interleaved(spec.interleaved);
  proto.set_base(spec.base);
  proto.set_scaling(RopeScalingName(spec.scaling));
  proto.set_factor(spec.factor);
  proto.set_attention_factor(spec.attention_factor);
  proto.set_depends_on_length(spec.depends_on_length());
}

void SetNorm(const QkNormSpec& spec, v1::Norm& proto) {
  proto.set_kind(NormKindName(spec.kind));
  proto.set_projection(spec.scope == NormScope::kProjection);
  proto.set_epsilon(spec.epsilon);
}

void SetRules(const LayerSpec& spec, v1::LayerInfo& proto) {
  proto.set_causal(spec.causal);
  proto.set_cross(spec.cross);
  proto.set_scale(spec.scale);
  proto.set_window(spec.window);
  proto.set_softcap(spec.softcap);
  proto.set_clip_qkv(spec.clip_qkv);
  proto.set_sinks(spec.sinks);
  proto.set_relative_bias(spec.relative_bias.buckets > 0);
  proto.mutable_alibi_slopes()->Add(spec.alibi_slopes.begin(), spec.alibi_slopes.end());
  if (spec.rope.dims > 0) SetRope(spec.rope, *proto.mutable_rope());
  if (spec.qk_norm.kind != NormKind::kNone) SetNorm(spec.qk_norm, *proto.mutable_norm());
}

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
  proto.set_weight_storage(StorageToProto(model->weight_options().storage));
  proto.set_projection_kernels(
      model->weight_options().kernels == ProjectionKernels::kHighway ? "highway" : "onednn");
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
  proto.set_value_dim(spec.value_head_dim());
  proto.set_key_d_model(spec.key_input_width());
  proto.set_value_d_model(spec.value_input_width());
  proto.set_input_bias(spec.input_bias);
  proto.set_output_projection(spec.output_projection);
  proto.set_output_bias(spec.output_bias);
  proto.set_parameters(spec.parameters());
  SetRules(spec, proto);
  proto.set_projection_flops_per_token(ProjectionFlopsPerToken(spec));
  proto.set_attention_flops_per_pair(AttentionFlopsPerPair(spec));
  return proto;
}

}  // namespace headwise
