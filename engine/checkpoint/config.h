// config.json: what a checkpoint says of itself.
#ifndef HEADWISE_ENGINE_CHECKPOINT_CONFIG_H_
#define HEADWISE_ENGINE_CHECKPOINT_CONFIG_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

// Immutable and cheap to copy. A field may be a path into nested objects: "attn_config.alibi". The
// getters treat null like an absent field (nullopt), and give INVALID_ARGUMENT naming field,
// expected type and found value for anything else than their type, NaN and Infinity included. A
// wrong field that nobody asks for does no harm. Thread-safe.
class Config {
 public:
  // NOT_FOUND without config.json; INVALID_ARGUMENT if it is larger than 16 MiB or the text is
  // not one JSON object with every key once.
  static absl::StatusOr<Config> Open(const std::string& directory);
  static absl::StatusOr<Config> Parse(absl::string_view text);

  // True for a field that is there, be it null.
  bool Contains(absl::string_view field) const;
  // True for a field that is there and not null.
  bool Has(absl::string_view field) const;

  absl::StatusOr<std::optional<std::int64_t>> Int(absl::string_view field) const;
  // Accepts integers too.
  absl::StatusOr<std::optional<double>> Double(absl::string_view field) const;
  absl::StatusOr<std::optional<bool>> Bool(absl::string_view field) const;
  absl::StatusOr<std::optional<std::string>> String(absl::string_view field) const;
  absl::StatusOr<std::optional<std::vector<double>>> Doubles(absl::string_view field) const;
  absl::StatusOr<std::optional<std::vector<std::string>>> Strings(absl::string_view field) const;
  // The fields of a nested object.
  absl::StatusOr<std::optional<Config>> Object(absl::string_view field) const;

  // The field as error texts name it: with the path of the nested object that this is.
  std::string Path(absl::string_view field) const;

 private:
  struct Document;
  explicit Config(std::shared_ptr<const Document> document);

  std::shared_ptr<const Document> document_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_CONFIG_H_
