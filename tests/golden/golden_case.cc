#include "tests/golden/golden_case.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/safetensors_file.h"
#include "nlohmann/json.hpp"

namespace headwise::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The field's value, or `missing` where it is absent or null.
template <typename T>
T ValueOr(const json& object, const char* field, T missing) {
  const auto found = object.find(field);
  return found == object.end() || found->is_null() ? missing : found->get<T>();
}

absl::StatusOr<MaskMeaning> Meaning(const std::string& text) {
  if (text == "true_is_attend") return MaskMeaning::kAttendWhereTrue;
  if (text == "true_is_ignore") return MaskMeaning::kIgnoreWhereTrue;
  if (text == "added_to_scores") return MaskMeaning::kAddedToScores;
  return absl::InvalidArgumentError(absl::StrCat("case.json: unknown meaning of a mask ", text));
}

void ReadLayers(const json& layers, GoldenCase& golden) {
  for (const json& layer : layers) {
    golden.layers.push_back(
        {layer.at("index"), layer.at("module"), layer.at("heads"), layer.at("kv_heads"),
         layer.at("head_dim"), layer.at("scale"), ValueOr<std::int64_t>(layer, "window", 0),
         ValueOr<double>(layer, "softcap", 0), ValueOr<bool>(layer, "sinks", false)});
  }
}

absl::Status ReadRequest(const json& request, GoldenCase& golden) {
  golden.causal = request.at("causal");
  golden.has_lengths = ValueOr<bool>(request, "lengths", false);
  golden.has_positions = ValueOr<bool>(request, "positions", false);
  for (const json& mask : request.value("masks", json::array())) {
    const absl::StatusOr<MaskMeaning> meaning = Meaning(mask.at("meaning"));
    if (!meaning.ok()) return meaning.status();
    golden.masks.push_back({mask.at("tensor"), *meaning});
  }
  golden.core.causal = golden.causal;
  if (request.contains("scale")) golden.core.scale = request.at("scale").get<double>();
  golden.core.window = ValueOr<std::int64_t>(request, "window", 0);
  golden.core.softcap = ValueOr<double>(request, "softcap", 0);
  golden.core.alibi_slopes = ValueOr<std::vector<float>>(request, "alibi_slopes", {});
  return absl::OkStatus();
}

absl::Status ReadPublishedRows(const json& published, GoldenCase& golden) {
  for (const auto& [row, values] : published.items()) {
    std::int64_t index = 0;
    if (!absl::SimpleAtoi(row, &index)) {
      return absl::InvalidArgumentError("case.json: published_y_rows: rows are numbers");
    }
    golden.published_rows[index] = values.get<std::vector<double>>();
  }
  return absl::OkStatus();
}

absl::Status ReadDescription(const json& description, GoldenCase& golden) {
  golden.kind = description.at("kind");
  golden.within_lengths = description.at("compare_rows") == "within_lengths";
  golden.atol = description.at("tolerance").at("atol");
  golden.rtol = description.at("tolerance").at("rtol");
  golden.same_y_group = ValueOr<std::string>(description, "same_y_group", "");
  ReadLayers(description.at("layers"), golden);
  absl::Status status = ReadRequest(description.at("request"), golden);
  if (!status.ok()) return status;
  return ReadPublishedRows(description.value("published_y_rows", json::object()), golden);
}

absl::Status ReadTensors(GoldenCase& golden) {
  auto file = SafetensorsFile::Open(golden.folder + "/io.safetensors");
  if (!file.ok()) return file.status();
  for (const TensorEntry& entry : file->tensors()) {
    auto tensor = file->ReadTensor(entry.name);
    if (!tensor.ok()) return tensor.status();
    golden.tensors.emplace(entry.name, *std::move(tensor));
  }
  return absl::OkStatus();
}

}  // namespace

const Tensor* GoldenCase::Find(const std::string& tensor) const {
  const auto it = tensors.find(tensor);
  return it == tensors.end() ? nullptr : &it->second;
}

std::vector<std::int64_t> GoldenCase::Integers(const std::string& tensor) const {
  std::vector<std::int64_t> values;
  const Tensor* found = Find(tensor);
  if (found == nullptr) return values;
  for (std::int64_t i = 0; i < found->shape().elements(); ++i) {
    const std::int64_t width = ByteWidth(found->dtype());
    std::int64_t value = 0;  // little-endian, and never negative in a case
    std::memcpy(&value, found->view().data() + i * width, static_cast<std::size_t>(width));
    values.push_back(value);
  }
  return values;
}

absl::StatusOr<GoldenCase> ReadGoldenCase(const std::string& folder) {
  GoldenCase golden;
  golden.folder = folder;
  golden.name = fs::path(folder).lexically_normal().filename().string();
  std::ifstream stream(folder + "/case.json");
  try {
    absl::Status status = ReadDescription(json::parse(stream), golden);
    if (status.ok()) status = ReadTensors(golden);
    if (!status.ok()) return status;
  } catch (const json::exception& error) {
    return absl::InvalidArgumentError(absl::StrCat("case.json: ", error.what()));
  }
  return golden;
}

std::vector<std::string> GoldenFolders(const std::string& folder) {
  std::vector<std::string> folders;
  if (fs::exists(fs::path(folder) / "case.json")) return {folder};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (fs::exists(entry.path() / "case.json")) folders.push_back(entry.path().string());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace headwise::testing
