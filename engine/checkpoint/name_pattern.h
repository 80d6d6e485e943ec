// Tensor names with numbers in them: "h.{i}.attn.c_attn.weight", "heads.{h}.W_query.weight".
#ifndef HEADWISE_ENGINE_CHECKPOINT_NAME_PATTERN_H_
#define HEADWISE_ENGINE_CHECKPOINT_NAME_PATTERN_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace headwise {

// What {i} and {h} stand for.
struct NameNumbers {
  std::int64_t layer = 0;
  std::int64_t head = 0;
};

// Puts the numbers in: FillName("h.{i}.attn", {3}) is "h.3.attn". Thread-safe, as all of these.
std::string FillName(absl::string_view pattern, NameNumbers numbers);

// The inverse; nullopt if `name` does not fit. A number is written without leading zeros and has
// at most nine digits.
std::optional<NameNumbers> MatchName(absl::string_view pattern, absl::string_view name);

// "a.b"; the other one if one is empty.
std::string JoinName(absl::string_view a, absl::string_view b);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_NAME_PATTERN_H_
