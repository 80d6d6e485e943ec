// config.json: what a checkpoint says of itself.
#ifndef HEADWISE_ENGINE_CHECKPOINT_CONFIG_H_
#define HEADWISE_ENGINE_CHECKPOINT_CONFIG_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

// Immutable. The getters treat null like an absent field (nullopt), and give INVALID_ARGUMENT
// naming field, expected type and found value for anything else than their type, NaN and Infinity
// included. A wrong field that nobody asks for does no harm. Thread-compatible: const methods may
// run on several threads at once.
class Config {
 public:
  // NOT_FOUND without config.json; INVALID_ARGUMENT if it is larger than 16 MiB or the text is
  // not one JSON object with every key once.
  static absl::StatusOr<Config> Open(const std::string& directory);
  static absl::StatusOr<Config> Parse(absl::string_view text);

  Config(Config&&) noexcept;
  Config& operator=(Config&&) noexcept;
  ~Config();

  // True for a field that is there and not null.
  bool Has(absl::string_view field) const;
  absl::StatusOr<std::optional<std::int64_t>> Int(absl::string_view field) const;
  // Accepts integers too.
  absl::StatusOr<std::optional<double>> Double(absl::string_view field) const;
  absl::StatusOr<std::optional<bool>> Bool(absl::string_view field) const;
  absl::StatusOr<std::optional<std::string>> String(absl::string_view field) const;

 private:
  struct Document;
  explicit Config(std::unique_ptr<const Document> document);

  std::unique_ptr<const Document> document_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_CONFIG_H_
