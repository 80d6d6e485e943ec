#include "engine/checkpoint/rope_scaling_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/checkpoint/config_rules.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

constexpr absl::string_view kFactor = "factor";
constexpr absl::string_view kMaxPositions = "max_position_embeddings";
constexpr absl::string_view kOriginal = "original_max_position_embeddings";

// YaRN's factor on cos and sin (Peng et al., 2023, section 3.4).
double YarnMagnitude(double factor, double mscale) {
  return factor > 1 ? 0.1 * mscale * std::log(factor) + 1 : 1;
}

// One kind of scaling after the other, into one RopeSpec.
class ScalingReader {
 public:
  ScalingReader(const Config& config, const Config& scaling, RopeSpec& rope)
      : config_(config), scaling_(scaling), rope_(rope) {}

  absl::Status Linear() {
    rope_.scaling = RopeScaling::kLinear;
    Require(0, kFactor, scaling_, rope_.factor);
    return status_;
  }

  absl::Status Dynamic() {
    rope_.scaling = RopeScaling::kDynamic;
    Require(0, kFactor, scaling_, rope_.factor);
    Require(0, kMaxPositions, config_, rope_.max_positions);
    return status_;
  }

  absl::Status Llama3() {
    rope_.scaling = RopeScaling::kLlama3;
    Require(0, kFactor, scaling_, rope_.factor);
    Require(0, "low_freq_factor", scaling_, rope_.low_freq_factor);
    Require(rope_.low_freq_factor, "high_freq_factor", scaling_, rope_.high_freq_factor);
    const absl::string_view course = "original_context_length";
    Require(0, scaling_.Has(course) ? course : kOriginal, scaling_, rope_.original_max_positions);
    return status_;
  }

  absl::Status Yarn() {
    rope_.scaling = RopeScaling::kYarn;
    ReadOriginal();
    ReadFactor();
    rope_.beta_fast = Optional(0, "beta_fast", scaling_).value_or(32);
    rope_.beta_slow = Optional(0, "beta_slow", scaling_).value_or(1);
    const absl::StatusOr<bool> truncate = ReadFlag({"truncate", true}, scaling_);
    if (!truncate.ok()) return truncate.status();
    rope_.truncate = *truncate;
    rope_.attention_factor = AttentionFactor([&] {
      const auto mscale = Optional(0, "mscale", scaling_);
      const auto all = Optional(0, "mscale_all_dim", scaling_);
      if (!mscale.has_value() || !all.has_value()) return YarnMagnitude(rope_.factor, 1);
      return YarnMagnitude(rope_.factor, *mscale) / YarnMagnitude(rope_.factor, *all);
    });
    return status_;
  }

  absl::Status LongRope() {
    rope_.scaling = RopeScaling::kLongRope;
    ReadOriginal();
    ReadFactor();
    rope_.short_factors = Factors("short_factor");
    rope_.long_factors = Factors("long_factor");
    rope_.attention_factor = AttentionFactor([&] {
      if (rope_.factor <= 1) return 1.0;
      return std::sqrt(1 + std::log(rope_.factor) / std::log(rope_.original_max_positions));
    });
    return status_;
  }

 private:
  void Require(double least, absl::string_view field, const Config& config, double& to) {
    Take(RequireNumberAbove(least, field, config), to);
  }

  std::optional<double> Optional(double least, absl::string_view field, const Config& config) {
    std::optional<double> number;
    Take(ReadNumberAbove(least, {{field}, std::nullopt}, config), number);
    return number;
  }

  // The first error stays.
  template <typename T>
  void Take(const absl::StatusOr<T>& read, T& to) {
    status_.Update(read.status());
    if (read.ok()) to = *read;
  }

  // Positions of training: in the object, beside it, or those of the model.
  void ReadOriginal() {
    std::optional<double> positions = Optional(1, kOriginal, scaling_);
    if (!positions.has_value()) positions = Optional(1, kOriginal, config_);
    if (positions.has_value()) {
      rope_.original_max_positions = *positions;
    } else {
      Require(1, kMaxPositions, config_, rope_.original_max_positions);
    }
  }

  // Without a factor, how much longer the context is than that of training.
  void ReadFactor() {
    const std::optional<double> factor = Optional(0, kFactor, scaling_);
    if (factor.has_value()) {
      rope_.factor = *factor;
    } else {
      Require(0, kMaxPositions, config_, rope_.factor);
      rope_.factor /= rope_.original_max_positions;
    }
  }

  template <typename Default>
  double AttentionFactor(Default make_default) {
    const std::optional<double> given = Optional(0, "attention_factor", scaling_);
    if (given.has_value() || !status_.ok()) return given.value_or(1);
    const double made = make_default();
    if (IsPositiveFloat(made)) return made;
    status_.Update(ConfigError(scaling_.Path("mscale"),
                               ": expected a factor on cos and sin in the range of F32, found ",
                               made));
    return 1;
  }

  std::vector<double> Factors(absl::string_view field) {
    const auto list = scaling_.Doubles(field);
    status_.Update(list.status());
    if (!status_.ok()) return {};
    const auto count = static_cast<std::size_t>(rope_.dims / 2);
    const std::size_t found = list->has_value() ? (*list)->size() : 0;
    if (found != count) {
      status_ = ConfigError(scaling_.Path(field), ": expected ", count, " numbers for ", rope_.dims,
                            " rotated values, found ", found);
    } else if (const auto bad = std::find_if_not((*list)->begin(), (*list)->end(), IsPositiveFloat);
               bad != (*list)->end()) {
      status_ = ConfigError(scaling_.Path(field),
                            ": expected numbers above 0 in the range of F32, found ", *bad);
    }
    return status_.ok() ? **list : std::vector<double>{};
  }

  const Config& config_;
  const Config& scaling_;
  RopeSpec& rope_;
  absl::Status status_;
};

// "rope_type", which older files call "type".
absl::StatusOr<std::string> ReadType(absl::string_view absent, const Config& scaling) {
  for (absl::string_view field : {"rope_type", "type"}) {
    auto type = scaling.String(field);
    if (!type.ok()) return type.status();
    if (type->has_value()) return **std::move(type);
  }
  if (!absent.empty()) return std::string(absent);
  return ConfigError("add ", scaling.Path("rope_type"), ", for example \"linear\"");
}

}  // namespace

absl::Status ReadRopeScaling(const RopeRule& rule, absl::string_view absent_type,
                             const Config& config, const Config& scaling, RopeSpec& rope) {
  const absl::StatusOr<std::string> type = ReadType(absent_type, scaling);
  if (!type.ok()) return type.status();
  ScalingReader reader(config, scaling, rope);
  const bool long_by_old_name = rule.yarn_is_longrope && *type == "yarn";
  if (*type == "default") return absl::OkStatus();
  if (*type == "longrope" || *type == "su" || long_by_old_name) return reader.LongRope();
  if (*type == "yarn") return reader.Yarn();
  if (*type == "linear") return reader.Linear();
  if (*type == "dynamic") return reader.Dynamic();
  if (*type == "llama3") return reader.Llama3();
  return absl::UnimplementedError(absl::StrCat(
      "config.json: ", scaling.Path("rope_type"), " \"", Printable(*type),
      "\" is not supported, expected default, linear, dynamic, yarn, longrope or llama3"));
}

}  // namespace headwise
