#include "engine/checkpoint/config.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/checkpoint/file.h"
#include "engine/checkpoint/json_document.h"
#include "engine/checkpoint/name_pattern.h"

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

bool IsNumber(const nlohmann::json& value) { return value.is_number(); }

bool IsText(const nlohmann::json& value) { return value.is_string() && !IsNonFinite(value); }

}  // namespace

struct Config::Document {
  std::shared_ptr<const nlohmann::json> root;
  const nlohmann::json* object = nullptr;  // in root
  std::string path;                        // of object, empty for root

  std::string Path(absl::string_view field) const { return JoinName(path, field); }

  // Null for an absent field; INVALID_ARGUMENT if the path leads through something else than
  // objects.
  absl::StatusOr<const nlohmann::json*> Find(absl::string_view field) const {
    const nlohmann::json* value = object;
    std::string seen = path;
    for (absl::string_view key : absl::StrSplit(field, '.')) {
      if (value->is_null()) return nullptr;
      if (!value->is_object()) return WrongType(seen, "an object", *value);
      const auto found = value->find(std::string(key));
      if (found == value->end()) return nullptr;
      value = &*found;
      seen = JoinName(seen, key);
    }
    return value;
  }

  // A value of which `is_type` holds; nullopt if absent or null.
  template <typename T, typename IsType>
  absl::StatusOr<std::optional<T>> Get(absl::string_view field, absl::string_view expected,
                                       IsType is_type) const {
    const absl::StatusOr<const nlohmann::json*> value = Find(field);
    if (!value.ok()) return value.status();
    if (*value == nullptr || (*value)->is_null()) return std::nullopt;
    if (!is_type(**value)) return WrongType(Path(field), expected, **value);
    return (*value)->template get<T>();
  }

  // A list of such values.
  template <typename T, typename IsType>
  absl::StatusOr<std::optional<std::vector<T>>> GetList(absl::string_view field,
                                                        absl::string_view expected,
                                                        IsType is_type) const {
    return Get<std::vector<T>>(field, expected, [&](const nlohmann::json& list) {
      return list.is_array() && std::all_of(list.begin(), list.end(), is_type);
    });
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
  auto root = std::make_shared<const nlohmann::json>(*std::move(json));
  const nlohmann::json* object = root.get();
  return Config(std::make_shared<const Document>(Document{std::move(root), object, ""}));
}

Config::Config(std::shared_ptr<const Document> document) : document_(std::move(document)) {}

bool Config::Contains(absl::string_view field) const {
  const auto value = document_->Find(field);
  return value.ok() && *value != nullptr;
}

bool Config::Has(absl::string_view field) const {
  const auto value = document_->Find(field);
  return value.ok() && *value != nullptr && !(*value)->is_null();
}

absl::StatusOr<std::optional<std::int64_t>> Config::Int(absl::string_view field) const {
  return document_->Get<std::int64_t>(field, "an integer", IsInt64);
}

absl::StatusOr<std::optional<double>> Config::Double(absl::string_view field) const {
  return document_->Get<double>(field, "a finite number", IsNumber);
}

absl::StatusOr<std::optional<bool>> Config::Bool(absl::string_view field) const {
  return document_->Get<bool>(field, "true or false",
                              [](const nlohmann::json& value) { return value.is_boolean(); });
}

absl::StatusOr<std::optional<std::string>> Config::String(absl::string_view field) const {
  return document_->Get<std::string>(field, "a string", IsText);
}

absl::StatusOr<std::optional<std::vector<double>>> Config::Doubles(absl::string_view field) const {
  return document_->GetList<double>(field, "a list of finite numbers", IsNumber);
}

absl::StatusOr<std::optional<std::vector<std::string>>> Config::Strings(
    absl::string_view field) const {
  return document_->GetList<std::string>(field, "a list of strings", IsText);
}

absl::StatusOr<std::optional<Config>> Config::Object(absl::string_view field) const {
  const absl::StatusOr<const nlohmann::json*> value = document_->Find(field);
  if (!value.ok()) return value.status();
  if (*value == nullptr || (*value)->is_null()) return std::nullopt;
  if (!(*value)->is_object()) return WrongType(Path(field), "an object", **value);
  return Config(std::make_shared<const Document>(Document{document_->root, *value, Path(field)}));
}

std::string Config::Path(absl::string_view field) const { return document_->Path(field); }

}  // namespace headwise
