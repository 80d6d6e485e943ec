#include "client/command/served_comparison.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/command/expectation.h"
#include "client/command/flops.h"
#include "client/command/form_samples.h"

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

// What the rule leaves visible, in all sequences; masks are not looked at.
void CountWork(const v1::AttendRequest& request, Comparison* comparison) {
  ComparedLayer& layer = comparison->layers.front();
  const auto& key_shape = request.key_input().shape();
  for (int b = 0; b < static_cast<int>(comparison->sequences); ++b) {
    const std::int64_t queries =
        b < request.lengths_size() ? request.lengths(b) : comparison->tokens;
    std::int64_t keys = queries;
    if (request.has_key_input()) {
      keys =
          b < request.key_lengths_size() ? request.key_lengths(b) : key_shape[key_shape.size() - 2];
    }
    comparison->rows.queries += queries;
    comparison->rows.keys += keys;
    layer.visible_pairs += VisiblePairs(queries, keys, comparison->causal, layer.spec.window);
  }
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

absl::StatusOr<Comparison> CompareServed(const Client& client, const LayerSpec& spec,
                                         v1::AttendRequest request, int runs) {
  request.set_output_dtype(v1::DATA_TYPE_F32);
  request.mutable_outputs()->set_timings(true);
  Comparison comparison;
  const auto& shape = request.input().shape();
  comparison.sequences = shape.size() == 3 ? shape[0] : 1;
  comparison.tokens = shape[shape.size() - 2];
  comparison.causal = request.has_causal() ? request.causal() : spec.causal;
  comparison.runs = runs;
  std::string machine;
  auto layer = CompareForms(client, spec, runs, &request, &machine);
  if (!layer.ok()) return layer.status();
  comparison.where = absl::StrCat(request.model(), " layer ", request.layer(), " at ",
                                  client.options().target, ", ", machine, ", server time");
  comparison.layers.push_back(*std::move(layer));
  CountWork(request, &comparison);
  return comparison;
}

}  // namespace headwise
