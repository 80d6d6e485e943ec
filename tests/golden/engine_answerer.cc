#include "tests/golden/engine_answerer.h"

#include <cmath>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/attention/attend.h"
#include "engine/attention/attention_core.h"
#include "engine/checkpoint/checkpoint.h"
#include "tests/golden/golden_request.h"

namespace headwise::testing {
namespace {

absl::Status CheckFacts(const GoldenLayer& want, const LayerSpec& spec) {
  const bool fits = spec.heads == want.heads && spec.kv_heads == want.kv_heads &&
                    spec.head_dim == want.head_dim && std::fabs(spec.scale - want.scale) <= 1e-6 &&
                    spec.window == want.window && spec.softcap == want.softcap &&
                    spec.sinks == want.sinks;
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "layer ", want.module, ": the loader found other facts than case.json: ", spec.heads, "/",
      spec.kv_heads, " heads of ", spec.head_dim, ", scale ", spec.scale, ", window ", spec.window,
      ", softcap ", spec.softcap, ", sinks ", spec.sinks));
}

}  // namespace

absl::Status EngineAnswerer::OpenCore(const GoldenCase& golden) {
  const CoreOptions options = CoreOptionsOf(golden);
  auto spec = CoreSpec(options);
  if (!spec.ok()) return spec.status();
  LayerWeights weights;
  weights.sinks = options.sinks;
  auto core = AttentionLayer::Create(engine_, *spec, weights);
  if (!core.ok()) return core.status();
  core_ = *std::move(core);
  return absl::OkStatus();
}

absl::Status EngineAnswerer::Open(const GoldenCase& golden) {
  if (golden.kind == "qkv") return OpenCore(golden);
  auto checkpoint = Checkpoint::Open(golden.folder);
  if (!checkpoint.ok()) return checkpoint.status();
  auto model = Model::Load(*checkpoint, engine_);
  if (!model.ok()) return model.status();
  model_ = *std::move(model);
  for (const GoldenLayer& layer : golden.layers) {
    const absl::StatusOr<AttentionLayer*> found = Find(layer);
    if (!found.ok()) return found.status();
    absl::Status status = CheckFacts(layer, (*found)->spec());
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<AttentionLayer*> EngineAnswerer::Find(const GoldenLayer& layer) const {
  for (int i = 0; i < model_->layer_count(); ++i) {
    if (model_->layer(i).spec().module == layer.module) return &model_->layer(i);
  }
  return absl::NotFoundError(absl::StrCat("the loader found no layer ", layer.module));
}

absl::StatusOr<GoldenAnswer> EngineAnswerer::Ask(const GoldenCase& golden, const GoldenLayer& layer,
                                                 Form form) {
  AttentionLayer* target = core_.get();
  if (golden.kind != "qkv") {
    auto found = Find(layer);
    if (!found.ok()) return found.status();
    target = *found;
  }
  const LayerSpec& spec = target->spec();
  auto request = MakeGoldenRequest(golden, spec.heads, spec.relative_bias.buckets > 0);
  if (!request.ok()) return request.status();
  request->request.form = form;
  auto attended = Attend(*target, request->request);
  if (!attended.ok()) return attended.status();
  return GoldenAnswer{std::move(attended->context), std::move(attended->head_context),
                      std::move(attended->probabilities), std::move(attended->log_sum_exp)};
}

}  // namespace headwise::testing
