#include "engine/checkpoint/config.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/file.h"
#include "engine/checkpoint/json_document.h"

namespace headwise {
namespace {

constexpr char kFileName[] = "config.json";
constexpr std::int64_t kMaxBytes = std::int64_t{16} << 20;

absl::Status WrongType(absl::string_view field, absl::string_view expected,
                       const nlohmann::json& found) {
  return absl::InvalidArgumentError(absl::StrCat(kFileName, ": ", field, ": expected ", expected,
                                                 ", found ", DescribeJson(found)));
}

bool IsInt64(const nlohmann::json& value) {
  if (!value.is_number_integer()) return false;
  return !value.is_number_unsigned() ||
         value.get<std::uint64_t>() <=
             static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

}  // namespace

struct Config::Document {
  nlohmann::json json;

  // Null for an absent field and for null.
  const nlohmann::json* Find(absl::string_view field) const {
    const auto found = json.find(std::string(field));
    return found == json.end() || found->is_null() ? nullptr : &*found;
  }
};

absl::StatusOr<Config> Config::Open(const std::string& directory) {
  const absl::StatusOr<File> file = File::Open(absl::StrCat(directory, "/", kFileName));
  if (absl::IsNotFound(file.status())) {
    return absl::NotFoundError(absl::StrCat(
        kFileName, ": no such file in the checkpoint folder; it has to tell model_type and heads"));
  }
  if (!file.ok()) return file.status();
  if (file->size() > kMaxBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(kFileName, ": expected at most ", kMaxBytes, " bytes, found ", file->size()));
  }
  const absl::StatusOr<std::string> text = file->ReadText(0, file->size());
  if (!text.ok()) return text.status();
  return Parse(*text);
}

absl::StatusOr<Config> Config::Parse(absl::string_view text) {
  absl::StatusOr<nlohmann::json> json = ParseJsonObject(text, kFileName);
  if (!json.ok()) return json.status();
  return Config(std::make_unique<const Document>(Document{*std::move(json)}));
}

Config::Config(std::unique_ptr<const Document> document) : document_(std::move(document)) {}
Config::Config(Config&&) noexcept = default;
Config& Config::operator=(Config&&) noexcept = default;
Config::~Config() = default;

bool Config::Has(absl::string_view field) const { return document_->Find(field) != nullptr; }

absl::StatusOr<std::optional<std::int64_t>> Config::Int(absl::string_view field) const {
  const nlohmann::json* value = document_->Find(field);
  if (value == nullptr) return std::nullopt;
  if (!IsInt64(*value)) return WrongType(field, "an integer", *value);
  return value->get<std::int64_t>();
}

absl::StatusOr<std::optional<double>> Config::Double(absl::string_view field) const {
  const nlohmann::json* value = document_->Find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) return WrongType(field, "a finite number", *value);
  return value->get<double>();
}

absl::StatusOr<std::optional<bool>> Config::Bool(absl::string_view field) const {
  const nlohmann::json* value = document_->Find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) return WrongType(field, "true or false", *value);
  return value->get<bool>();
}

absl::StatusOr<std::optional<std::string>> Config::String(absl::string_view field) const {
  const nlohmann::json* value = document_->Find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string() || IsNonFinite(*value)) return WrongType(field, "a string", *value);
  return value->get<std::string>();
}

}  // namespace headwise
