#include "client/command/layer_facts.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace headwise {
namespace {

// Without an exponent where the number is whole.
std::string BaseText(double base) {
  constexpr double kLargest = 1e15;
  if (base > kLargest || base != std::floor(base)) return absl::StrCat(base);
  return absl::StrCat(static_cast<std::int64_t>(base));
}

// "RoPE 64 of 128, base 500000, llama3 x8"
std::string RopeText(const LayerSpec& layer) {
  const RopeSpec& rope = layer.rope;
  const std::string scaling =
      rope.scaling == RopeScaling::kNone
          ? ""
          : absl::StrCat(", ", RopeScalingName(rope.scaling), " x", rope.factor);
  return absl::StrCat("RoPE ", rope.dims, rope.dims < layer.head_dim ? " of " : "",
                      rope.dims < layer.head_dim ? absl::StrCat(layer.head_dim) : "", ", base ",
                      BaseText(rope.base), rope.interleaved ? ", interleaved" : "", scaling);
}

std::string NormText(const QkNormSpec& norm) {
  return absl::StrCat(NormKindName(norm.kind), " norm of ",
                      norm.scope == NormScope::kHead ? "each head" : "the projection");
}

// What stands before and after the layer's number in a module's path.
struct ModuleParts {
  std::string before;
  std::string number;
  std::string after;
};

// Splits where `module` differs from `next`, the module of the layer after it.
ModuleParts Split(const std::string& module, const std::string& next) {
  std::size_t begin = 0;
  while (begin < module.size() && begin < next.size() && module[begin] == next[begin]) ++begin;
  while (begin > 0 && absl::ascii_isdigit(module[begin - 1])) --begin;
  std::size_t end = begin;
  while (end < module.size() && absl::ascii_isdigit(module[end])) ++end;
  return {module.substr(0, begin), module.substr(begin, end - begin), module.substr(end)};
}

}  // namespace

std::string ExtrasText(const LayerSpec& layer) {
  std::vector<std::string> parts;
  const auto add = [&](bool there, const std::string& text) {
    if (there) parts.push_back(text);
  };
  add(layer.cross, "cross-attention");
  add(layer.window > 0, absl::StrCat("window ", layer.window));
  add(layer.rope.dims > 0, RopeText(layer));
  add(layer.qk_norm.kind != NormKind::kNone, NormText(layer.qk_norm));
  add(layer.softcap > 0, absl::StrCat("softcap ", layer.softcap));
  add(!layer.alibi_slopes.empty(), "ALiBi");
  add(layer.relative_bias.buckets > 0, "relative bias");
  add(layer.sinks, "sinks");
  add(layer.clip_qkv > 0, absl::StrCat("clipped at ", layer.clip_qkv));
  add(layer.key_d_model > 0, absl::StrCat("keys from ", layer.key_input_width()));
  add(layer.value_d_model > 0, absl::StrCat("values from ", layer.value_input_width()));
  add(layer.value_dim > 0, absl::StrCat("value heads ", layer.value_head_dim()));
  add(!layer.output_projection, "no output projection");
  return parts.empty() ? "-" : absl::StrJoin(parts, "; ");
}

std::string ModuleRange(const std::string& first, const std::string& last) {
  const ModuleParts a = Split(first, last);
  const ModuleParts b = Split(last, first);
  return absl::StrCat(a.before, "{", a.number, "-", b.number, "}", a.after);
}

bool SameFamily(const std::string& first, const std::string& other) {
  const ModuleParts a = Split(first, other);
  const ModuleParts b = Split(other, first);
  return !a.number.empty() && !b.number.empty() && a.before == b.before && a.after == b.after;
}

}  // namespace headwise
