// A pair of a log line.
#ifndef HEADWISE_SERVER_LOG_LOG_FIELD_H_
#define HEADWISE_SERVER_LOG_LOG_FIELD_H_

#include <cmath>
#include <string>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace headwise {

// A key, which must outlive the field (a literal does), and the text of a value. Numbers and
// booleans say so, and stand without quotes in JSON. Immutable. Thread-compatible.
class LogField {
 public:
  LogField(absl::string_view key, absl::string_view value) : key_(key), value_(value) {}
  LogField(absl::string_view key, bool value)
      : key_(key), value_(value ? "true" : "false"), bare_(true) {}
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  LogField(absl::string_view key, T value)
      : key_(key), value_(absl::StrCat(value)), bare_(std::isfinite(static_cast<double>(value))) {}
  // Without these two, a pointer to characters would be taken for a boolean.
  LogField(absl::string_view key, const char* value) : LogField(key, absl::string_view(value)) {}
  LogField(absl::string_view key, const std::string& value)
      : LogField(key, absl::string_view(value)) {}

  absl::string_view key() const { return key_; }
  const std::string& value() const { return value_; }
  // True for what is a JSON number or boolean as it stands.
  bool bare() const { return bare_; }

 private:
  absl::string_view key_;
  std::string value_;
  bool bare_ = false;
};

using LogFields = absl::Span<const LogField>;

}  // namespace headwise

#endif  // HEADWISE_SERVER_LOG_LOG_FIELD_H_
