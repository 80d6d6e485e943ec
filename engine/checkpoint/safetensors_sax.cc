#include "engine/checkpoint/safetensors_sax.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"
#include "nlohmann/json.hpp"

namespace headwise {
namespace {

constexpr absl::string_view kMetadataKey = "__metadata__";
// Frameworks stop at 64 dimensions.
constexpr std::size_t kMaxDims = 64;

// Gets one call for each token and knows by `where_` what may come next. Returning false ends the
// parse; `status_` then says why.
class HeaderHandler final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit HeaderHandler(absl::string_view file_name) : file_name_(file_name) {}

  const absl::Status& status() const { return status_; }
  RawHeader TakeHeader() { return std::move(header_); }

  bool null() override { return WrongType("null"); }
  bool boolean(bool value) override { return WrongType(value ? "true" : "false"); }
  bool binary(binary_t& value) override { return WrongType("bytes"); }
  bool number_integer(std::int64_t value) override { return Number(value); }
  bool number_unsigned(std::uint64_t value) override;
  bool number_float(double value, const std::string& text) override { return WrongType(text); }
  bool string(std::string& value) override;
  bool start_object(std::size_t elements) override;
  bool key(std::string& value) override;
  bool end_object() override;
  bool start_array(std::size_t elements) override;
  bool end_array() override;
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::json::exception& error) override;

 private:
  enum class Where { kStart, kTensors, kMetadata, kTensor, kArray, kEnd };
  enum Field : unsigned { kNone = 0, kDtype = 1, kShape = 2, kOffsets = 4, kAll = 7 };

  bool Fail(absl::string_view text);
  bool WrongType(absl::string_view found);
  std::string Place() const;
  bool Number(std::int64_t value);
  bool BeginField(Field field);
  bool FinishTensor();
  static const char* FieldName(Field field);

  absl::string_view file_name_;
  RawHeader header_;
  absl::Status status_;
  Where where_ = Where::kStart;
  bool saw_metadata_ = false;
  std::string metadata_key_;
  RawTensor tensor_;  // the one being read; its name is that of the last key
  Field field_ = kNone;
  unsigned seen_ = 0;
};

bool HeaderHandler::Fail(absl::string_view text) {
  status_ = absl::InvalidArgumentError(absl::StrCat(file_name_, ": ", text));
  return false;
}

const char* HeaderHandler::FieldName(Field field) {
  if (field == kDtype) return "dtype";
  return field == kShape ? "shape" : "data_offsets";
}

std::string HeaderHandler::Place() const {
  if (where_ == Where::kStart || where_ == Where::kEnd) return "header";
  if (where_ == Where::kMetadata) {
    return absl::StrCat("__metadata__ \"", Printable(metadata_key_), "\"");
  }
  if (where_ == Where::kTensors && tensor_.name == kMetadataKey) return "__metadata__";
  const std::string tensor = absl::StrCat("tensor \"", Printable(tensor_.name), "\"");
  return where_ == Where::kTensors ? tensor : absl::StrCat(tensor, ": ", FieldName(field_));
}

bool HeaderHandler::WrongType(absl::string_view found) {
  const char* expected = "an object";
  if (where_ == Where::kMetadata) expected = "a string";
  if (where_ == Where::kTensor) expected = field_ == kDtype ? "a string" : "an array of integers";
  if (where_ == Where::kArray) expected = "integers from 0 to 9223372036854775807";
  return Fail(absl::StrCat(Place(), ": expected ", expected, ", found ", Printable(found)));
}

bool HeaderHandler::number_unsigned(std::uint64_t value) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return WrongType(absl::StrCat(value));
  }
  return Number(static_cast<std::int64_t>(value));
}

bool HeaderHandler::Number(std::int64_t value) {
  if (where_ != Where::kArray || value < 0) return WrongType(absl::StrCat(value));
  auto& array = field_ == kShape ? tensor_.shape : tensor_.data_offsets;
  if (array.size() == kMaxDims) {
    return Fail(absl::StrCat(Place(), ": expected at most ", kMaxDims, " values, found more"));
  }
  array.push_back(value);
  return true;
}

bool HeaderHandler::string(std::string& value) {
  if (where_ == Where::kTensor && field_ == kDtype) {
    tensor_.dtype = std::move(value);
    return true;
  }
  if (where_ != Where::kMetadata) return WrongType("a string");
  if (header_.metadata.emplace(metadata_key_, std::move(value)).second) return true;
  return Fail(absl::StrCat(Place(), " appears twice"));
}

bool HeaderHandler::start_object(std::size_t elements) {
  if (where_ == Where::kStart) {
    where_ = Where::kTensors;
    return true;
  }
  if (where_ != Where::kTensors) return WrongType("an object");
  if (tensor_.name == kMetadataKey) {
    if (std::exchange(saw_metadata_, true)) return Fail("__metadata__ appears twice");
    where_ = Where::kMetadata;
    return true;
  }
  where_ = Where::kTensor;
  seen_ = 0;
  return true;
}

bool HeaderHandler::key(std::string& value) {
  if (where_ == Where::kMetadata) {
    metadata_key_ = std::move(value);
    return true;
  }
  if (where_ == Where::kTensors) {
    tensor_ = RawTensor();
    tensor_.name = std::move(value);
    return true;
  }
  for (const Field field : {kDtype, kShape, kOffsets}) {
    if (value == FieldName(field)) return BeginField(field);
  }
  return Fail(absl::StrCat("tensor \"", Printable(tensor_.name), "\": unknown field \"",
                           Printable(value), "\", expected dtype, shape and data_offsets"));
}

bool HeaderHandler::BeginField(Field field) {
  field_ = field;
  if ((seen_ & field) != 0) return Fail(absl::StrCat(Place(), " appears twice"));
  seen_ |= field;
  return true;
}

bool HeaderHandler::FinishTensor() {
  for (const Field field : {kDtype, kShape, kOffsets}) {
    field_ = field;
    if ((seen_ & field) == 0) return Fail(absl::StrCat(Place(), " is missing"));
  }
  header_.tensors.push_back(std::move(tensor_));
  return true;
}

bool HeaderHandler::end_object() {
  if (where_ == Where::kTensor && !FinishTensor()) return false;
  where_ = where_ == Where::kTensors ? Where::kEnd : Where::kTensors;
  return true;
}

bool HeaderHandler::start_array(std::size_t elements) {
  if (where_ != Where::kTensor || field_ == kDtype) return WrongType("an array");
  where_ = Where::kArray;
  return true;
}

bool HeaderHandler::end_array() {
  where_ = Where::kTensor;
  return true;
}

bool HeaderHandler::parse_error(std::size_t position, const std::string& token,
                                const nlohmann::json::exception& error) {
  return Fail(absl::StrCat("header is not valid JSON at byte ", position));
}

}  // namespace

absl::StatusOr<RawHeader> ParseRawHeader(absl::string_view text, absl::string_view file_name) {
  HeaderHandler handler(file_name);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &handler)) return handler.status();
  return handler.TakeHeader();
}

}  // namespace headwise
