#include "client/command/json_output.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/command/names.h"
#include "client/library/tensor.h"

namespace headwise {
namespace {

std::string Compact(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool IsFlat(const Json& json) {
  return std::none_of(json.begin(), json.end(),
                      [](const Json& item) { return item.is_structured(); });
}

void Append(const Json& json, std::size_t indent, std::string* text) {
  if (!json.is_structured() || json.empty() || (json.is_array() && IsFlat(json))) {
    *text += Compact(json);
    return;
  }
  const std::string blanks(indent + 2, ' ');
  *text += json.is_array() ? "[" : "{";
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    *text += (first ? "\n" : ",\n") + blanks;
    first = false;
    if (json.is_object()) *text += Compact(Json(key)) + ": ";
    Append(value, indent + 2, text);
  }
  *text += "\n" + std::string(indent, ' ') + (json.is_array() ? "]" : "}");
}

}  // namespace

Json JsonNumber(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json JsonNumber(float value) {
  if (!std::isfinite(value)) return nullptr;
  // The shortest text that reads back as the same float.
  for (int digits = 6; digits < 9; ++digits) {
    const std::string text = absl::StrFormat("%.*g", digits, value);
    if (std::strtof(text.c_str(), nullptr) == value) return std::strtod(text.c_str(), nullptr);
  }
  return std::strtod(absl::StrFormat("%.9g", value).c_str(), nullptr);
}

Json JsonShape(absl::Span<const std::int64_t> shape) {
  return std::vector<std::int64_t>(shape.begin(), shape.end());
}

Json JsonTensor(const v1::Tensor& tensor, bool with_values) {
  Json json = {{"dtype", DataTypeText(tensor.dtype())}, {"shape", JsonShape(tensor.shape())}};
  if (!with_values) return json;
  Json values = Json::array();
  if (const auto floats = FloatsOf(tensor); floats.ok()) {
    for (float value : *floats) values.push_back(JsonNumber(value));
  }
  json["values"] = std::move(values);
  return json;
}

std::string JsonText(const Json& json) {
  std::string text;
  Append(json, 0, &text);
  return text + "\n";
}

}  // namespace headwise
