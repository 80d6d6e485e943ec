#include "client/command/served_comparison.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/command/expectation.h"
#include "client/command/flops.h"
#include "client/command/form_samples.h"
#include "client/command/layer_report.h"

namespace headwise {
namespace {

v1::Form MessageForm(Form form) {
  switch (form) {
    case Form::kFused:
      return v1::FORM_FUSED;
    case Form::kStacked:
      return v1::FORM_STACKED;
    case Form::kSingleHead:
      return v1::FORM_SINGLE_HEAD;
  }
  return v1::FORM_UNSPECIFIED;
}

absl::StatusOr<v1::AttendResponse> Ask(const Client& client, Form form, v1::AttendRequest* request,
                                       FormSamples* samples) {
  request->set_form(MessageForm(form));
  auto response = client.Attend(*request);
  if (response.ok() && samples != nullptr) {
    const v1::Timings& timings = response->timings();
    samples->Add(static_cast<double>(timings.input_projection_ns() + timings.attention_ns() +
                                     timings.output_projection_ns()),
                 timings.input_projection_ns(), timings.attention_ns(),
                 timings.output_projection_ns());
  }
  return response;
}

std::vector<std::int64_t> LengthsOf(const v1::AttendRequest& request,
                                    const Comparison& comparison) {
  if (!request.lengths().empty()) return {request.lengths().begin(), request.lengths().end()};
  return std::vector<std::int64_t>(static_cast<std::size_t>(comparison.sequences),
                                   comparison.tokens);
}

absl::StatusOr<LayerSpec> FindLayer(const Client& client, const v1::AttendRequest& request) {
  const auto model = client.GetModel(request.model());
  if (!model.ok()) return model.status();
  if (model->layers().empty()) {
    return absl::UnavailableError(
        absl::StrCat("model '", request.model(), "' is still loading; try again"));
  }
  if (request.layer() >= model->layers_size()) {
    return absl::NotFoundError(absl::StrCat("layer: expected 0..", model->layers_size() - 1,
                                            " for model '", request.model(), "', got ",
                                            request.layer()));
  }
  return SpecOf(model->layers(request.layer()));
}

absl::StatusOr<ComparedLayer> CompareForms(const Client& client, const LayerSpec& spec, int runs,
                                           v1::AttendRequest* request, std::string* machine) {
  ComparedLayer layer;
  layer.spec = spec;
  FormSamples separate_samples;
  FormSamples fused_samples;
  for (int run = -1; run < runs; ++run) {  // the first one warms up
    const auto separate =
        Ask(client, layer.separate_form(), request, run < 0 ? nullptr : &separate_samples);
    if (!separate.ok()) return separate.status();
    const auto fused = Ask(client, Form::kFused, request, run < 0 ? nullptr : &fused_samples);
    if (!fused.ok()) return fused.status();
    const auto difference = CompareTensors(separate->context(), fused->context());
    if (!difference.ok()) return absl::InternalError(difference.status().message());
    layer.largest_difference = std::max(layer.largest_difference, difference->largest);
    layer.largest_output = difference->largest_want;
    *machine = fused->instruction_set();
  }
  layer.separate = separate_samples.Medians();
  layer.fused = fused_samples.Medians();
  return layer;
}

}  // namespace

absl::StatusOr<Comparison> CompareServed(const Client& client, v1::AttendRequest request,
                                         int runs) {
  const auto spec = FindLayer(client, request);
  if (!spec.ok()) return spec.status();
  request.set_output_dtype(v1::DATA_TYPE_F32);
  request.mutable_outputs()->set_timings(true);
  Comparison comparison;
  const auto& shape = request.input().shape();
  comparison.sequences = shape.size() == 3 ? shape[0] : 1;
  comparison.tokens = shape[shape.size() - 2];
  comparison.causal = request.has_causal() ? request.causal() : spec->causal;
  comparison.runs = runs;
  std::string machine;
  auto layer = CompareForms(client, *spec, runs, &request, &machine);
  if (!layer.ok()) return layer.status();
  for (const std::int64_t length : LengthsOf(request, comparison)) {
    comparison.rows += length;
    layer->visible_pairs += VisiblePairs(length, length, comparison.causal);
  }
  comparison.where = absl::StrCat(request.model(), " layer ", request.layer(), " at ",
                                  client.options().target, ", ", machine, ", server time");
  comparison.layers.push_back(*std::move(layer));
  return comparison;
}

}  // namespace headwise
