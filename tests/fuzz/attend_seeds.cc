#include "tests/fuzz/attend_seeds.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/tensor/convert.h"
#include "headwise/v1/attention.pb.h"
#include "tests/fuzz/attend_layers.h"

namespace headwise::fuzz {
namespace {

using Dims = std::vector<std::int64_t>;

constexpr char kCore = 6;
constexpr char kLetThrough = 8;

DType EngineType(v1::DataType dtype) {
  if (dtype == v1::DATA_TYPE_F16) return DType::kF16;
  return dtype == v1::DATA_TYPE_BF16 ? DType::kBF16 : DType::kF32;
}

// Values between -1 and 1, or 0 and 1 by turns for BOOL.
void SetTensor(v1::Tensor* tensor, const Dims& shape, v1::DataType dtype = v1::DATA_TYPE_F32) {
  std::int64_t elements = 1;
  for (const std::int64_t dim : shape) {
    tensor->add_shape(dim);
    elements *= dim;
  }
  tensor->set_dtype(dtype);
  for (std::int64_t i = 0; i < elements; ++i) {
    const float value = static_cast<float>(i * 7 % 17 - 8) / 8;
    std::byte bytes[4] = {std::byte{static_cast<unsigned char>(i % 3 != 0)}};
    std::size_t width = 1;
    if (dtype != v1::DATA_TYPE_BOOL) {
      width = static_cast<std::size_t>(ByteWidth(EngineType(dtype)));
      NarrowFromFloat(EngineType(dtype), &value, 1, bytes);
    }
    tensor->mutable_data()->append(reinterpret_cast<const char*>(bytes), width);
  }
}

void SelectAll(v1::RowSelection* selection) { selection->mutable_heads()->set_all(true); }

void SelectSome(v1::RowSelection* selection) {
  selection->mutable_heads()->add_heads(0);
  selection->add_rows(1);
  selection->add_rows(0);
}

template <typename Select>
void AskForMaps(v1::OutputSelection* outputs, Select select) {
  select(outputs->mutable_probabilities());
  select(outputs->mutable_scores());
  select(outputs->mutable_top_keys()->mutable_of());
  outputs->mutable_top_keys()->set_count(2);
  select(outputs->mutable_statistics());
  outputs->set_log_sum_exp(true);
  outputs->set_timings(true);
}

template <typename Request>
void AddMasks(Request& request, std::int64_t batch, std::int64_t tokens, std::int64_t keys) {
  v1::Mask* seen = request.add_masks();
  seen->set_meaning(v1::MASK_MEANING_ATTEND_WHERE_TRUE);
  SetTensor(seen->mutable_values(), {batch, 1, 1, keys}, v1::DATA_TYPE_BOOL);
  v1::Mask* ignored = request.add_masks();
  ignored->set_meaning(v1::MASK_MEANING_IGNORE_WHERE_TRUE);
  SetTensor(ignored->mutable_values(), {1, 1, tokens, 1}, v1::DATA_TYPE_BOOL);
  v1::Mask* added = request.add_masks();
  added->set_meaning(v1::MASK_MEANING_ADDED_TO_SCORES);
  SetTensor(added->mutable_values(), {1, 1, tokens, keys}, v1::DATA_TYPE_F16);
}

// [T,D] with all defaults.
v1::AttendRequest Plain(const LayerSpec& spec) {
  v1::AttendRequest request;
  request.set_model("fuzz");
  SetTensor(request.mutable_input(), {3, spec.d_model});
  if (!spec.cross) return request;
  SetTensor(request.mutable_key_input(), {2, spec.key_input_width()});
  SetTensor(request.mutable_value_input(), {2, spec.value_input_width()});
  return request;
}

// [B,T,D] of a narrow type, with lengths and all outputs.
v1::AttendRequest Full(const LayerSpec& spec) {
  v1::AttendRequest request;
  const v1::DataType dtype = spec.causal ? v1::DATA_TYPE_BF16 : v1::DATA_TYPE_F16;
  SetTensor(request.mutable_input(), {2, 3, spec.d_model}, dtype);
  auto* lengths = spec.cross ? request.mutable_key_lengths() : request.mutable_lengths();
  lengths->Add(2);
  lengths->Add(0);
  if (spec.cross) {
    SetTensor(request.mutable_key_input(), {2, 2, spec.key_input_width()});
    SetTensor(request.mutable_value_input(), {2, 2, spec.value_input_width()});
  }
  AskForMaps(request.mutable_outputs(), SelectAll);
  request.mutable_outputs()->mutable_head_context()->set_all(true);
  request.mutable_outputs()->mutable_contributions()->set_all(true);
  request.set_output_dtype(v1::DATA_TYPE_F32);
  for (std::int64_t h = 0; h < spec.heads; ++h) request.add_gates(h == 0 ? 0.0f : 1.5f);
  request.set_request_id("all outputs");
  return request;
}

// Masks, positions, another form, a few rows.
v1::AttendRequest Options(const LayerSpec& spec) {
  v1::AttendRequest request = Plain(spec);
  request.set_form(spec.heads == 1 ? v1::FORM_SINGLE_HEAD : v1::FORM_STACKED);
  request.set_causal(!spec.causal);
  request.set_relative_bias(false);
  AddMasks(request, 1, 3, spec.cross ? 2 : 3);
  AskForMaps(request.mutable_outputs(), SelectSome);
  request.mutable_outputs()->set_context(false);
  for (int t = 0; spec.rope.dims > 0 && t < 3; ++t) request.add_positions(t * 70000);
  request.set_output_dtype(v1::DATA_TYPE_F16);
  return request;
}

v1::AttendRequest KeysFromElsewhere(const LayerSpec& spec) {
  v1::AttendRequest request = Plain(spec);
  SetTensor(request.mutable_key_input(), {5, spec.d_model}, v1::DATA_TYPE_F16);
  request.add_key_lengths(4);
  return request;
}

v1::AttendCoreRequest PlainCore() {
  v1::AttendCoreRequest request;
  SetTensor(request.mutable_queries(), {1, 2, 3, 4});
  SetTensor(request.mutable_keys(), {1, 1, 5, 4});
  SetTensor(request.mutable_values(), {1, 1, 5, 3});
  return request;
}

v1::AttendCoreRequest FullCore() {
  v1::AttendCoreRequest request;
  SetTensor(request.mutable_queries(), {2, 2, 3, 2}, v1::DATA_TYPE_BF16);
  SetTensor(request.mutable_keys(), {2, 2, 4, 2}, v1::DATA_TYPE_F16);
  SetTensor(request.mutable_values(), {2, 2, 4, 5});
  request.add_key_lengths(4);
  request.add_key_lengths(1);
  AddMasks(request, 2, 3, 4);
  request.set_causal(true);
  request.set_scale(0.5);
  request.set_window(2);
  request.set_softcap(3);
  for (const float value : {0.5f, 0.25f}) {
    request.add_alibi_slopes(value);
    request.add_sinks(-value);
  }
  request.set_output_dtype(v1::DATA_TYPE_F32);
  AskForMaps(request.mutable_outputs(), SelectAll);
  request.set_request_id("core");
  return request;
}

// Masks that are all the lowest number of F32.
void AddLowestMasks(int count, v1::AttendCoreRequest& request) {
  for (int i = 0; i < count; ++i) {
    v1::Mask* mask = request.add_masks();
    mask->set_meaning(v1::MASK_MEANING_ADDED_TO_SCORES);
    mask->mutable_values()->set_dtype(v1::DATA_TYPE_F32);
    for (int d = 0; d < 4; ++d) mask->mutable_values()->add_shape(1);
    mask->mutable_values()->set_data("\xff\xff\x7f\xff", 4);
  }
}

std::string Input(char choice, const google::protobuf::Message& message) {
  return std::string(1, choice) + message.SerializeAsString();
}

void AddCoreSeeds(std::map<std::string, std::string>& seeds) {
  constexpr double kSmallest = 1.1754943508222875e-38;  // normal F32
  seeds["core_plain"] = Input(kCore, PlainCore());
  seeds["core_all"] = Input(kCore, FullCore());
  v1::AttendCoreRequest request = PlainCore();
  request.mutable_keys()->mutable_data()->replace(0, 8, "\0\0\x80\x7f\0\0\xc0\x7f", 8);
  seeds["core_infinity_and_nan"] = Input(kCore | kLetThrough, request);
  request = FullCore();
  request.clear_masks();
  request.set_softcap(0);
  request.set_scale(kSmallest);
  seeds["core_smallest_scale_with_sinks"] = Input(kCore, request);
  request.clear_sinks();
  seeds["core_smallest_scale_with_slopes"] = Input(kCore, request);
  request = PlainCore();
  request.set_softcap(kSmallest);
  seeds["core_smallest_softcap"] = Input(kCore, request);
  request.set_softcap(3e38);
  seeds["core_largest_softcap"] = Input(kCore, request);
  for (const int count : {1, 2}) {
    request = PlainCore();
    AddLowestMasks(count, request);
    AskForMaps(request.mutable_outputs(), SelectAll);
    seeds[absl::StrCat("core_lowest_masks_", count)] = Input(kCore, request);
  }
}

}  // namespace

std::map<std::string, std::string> AttendSeeds() {
  std::map<std::string, std::string> seeds;
  const std::vector<LayerSpec> specs = AttendSpecs();
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const auto choice = static_cast<char>(i);
    seeds[absl::StrCat("layer_", i, "_plain")] = Input(choice, Plain(specs[i]));
    seeds[absl::StrCat("layer_", i, "_all_outputs")] = Input(choice, Full(specs[i]));
    seeds[absl::StrCat("layer_", i, "_options")] = Input(choice, Options(specs[i]));
    if (specs[i].cross || specs[i].rope.dims > 0) continue;
    seeds[absl::StrCat("layer_", i, "_key_input")] = Input(choice, KeysFromElsewhere(specs[i]));
  }
  AddCoreSeeds(seeds);
  return seeds;
}

}  // namespace headwise::fuzz
