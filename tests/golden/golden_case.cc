#include "tests/golden/golden_case.h"

#include <algorithm>
#include <cstdint>
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

// Parts of a request that the runner can pass on.
std::string WhyUnsupported(const std::string& kind, const json& request) {
  if (kind == "cross") return "cross-attention";
  if (kind == "qkv") return "bare q, k, v";
  if (!request.value("masks", json::array()).empty()) return "masks";
  if (request.value("positions", false)) return "positions";
  return "";
}

void ReadLayers(const json& layers, GoldenCase& golden) {
  for (const json& layer : layers) {
    golden.layers.push_back(
        {layer.at("heads"), layer.at("kv_heads"), layer.at("head_dim"), layer.at("scale")});
  }
}

absl::Status ReadDescription(const json& description, GoldenCase& golden) {
  golden.kind = description.at("kind");
  golden.unsupported = WhyUnsupported(golden.kind, description.at("request"));
  golden.causal = description.at("request").at("causal");
  golden.within_lengths = description.at("compare_rows") == "within_lengths";
  golden.atol = description.at("tolerance").at("atol");
  golden.rtol = description.at("tolerance").at("rtol");
  ReadLayers(description.at("layers"), golden);
  const json published = description.value("published_y_rows", json::object());
  for (const auto& [row, values] : published.items()) {
    std::int64_t index = 0;
    if (!absl::SimpleAtoi(row, &index)) {
      return absl::InvalidArgumentError("case.json: published_y_rows: rows are numbers");
    }
    golden.published_rows[index] = values.get<std::vector<double>>();
  }
  return absl::OkStatus();
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
