#include "client/command/input.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/command/npy.h"
#include "client/command/tensor_kinds.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/file.h"
#include "engine/checkpoint/safetensors_file.h"

namespace headwise {
namespace {

absl::Status Annotate(const absl::Status& status, absl::string_view prefix) {
  return absl::Status(status.code(), absl::StrCat(prefix, ": ", status.message()));
}

std::string TensorNames(const SafetensorsFile& file) {
  std::vector<std::string> names;
  for (const TensorEntry& entry : file.tensors()) names.push_back(entry.name);
  std::sort(names.begin(), names.end());
  return ListSome(names, 12);
}

absl::StatusOr<Tensor> LoadSafetensors(const InputName& name) {
  absl::StatusOr<SafetensorsFile> file = SafetensorsFile::Open(name.path);
  if (!file.ok()) return file.status();
  std::string tensor = name.tensor;
  if (tensor.empty()) {
    if (file->tensors().empty()) {
      return absl::NotFoundError(absl::StrCat(file->name(), ": holds no tensor"));
    }
    if (file->tensors().size() > 1) {
      return absl::NotFoundError(absl::StrCat(file->name(), ": holds ", file->tensors().size(),
                                              " tensors; add one, as in ", file->name(), ":",
                                              Printable(file->tensors()[0].name), "; there are ",
                                              TensorNames(*file)));
    }
    tensor = file->tensors()[0].name;
  } else if (file->Find(tensor) == nullptr) {
    return absl::NotFoundError(absl::StrCat(file->name(), ": no tensor '", Printable(tensor),
                                            "'; there are ", TensorNames(*file)));
  }
  return file->ReadTensor(tensor);
}

absl::StatusOr<Tensor> LoadNpy(const InputName& name, const File& file) {
  if (!name.tensor.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file.name(), ": a .npy file has no names; leave out ':", name.tensor, "'"));
  }
  const absl::StatusOr<std::string> bytes = file.ReadText(0, file.size());
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<Tensor> tensor = TensorFromNpy(*bytes);
  if (!tensor.ok()) return Annotate(tensor.status(), file.name());
  return tensor;
}

absl::StatusOr<Tensor> Load(const InputName& name) {
  const absl::StatusOr<File> file = File::Open(name.path);
  if (!file.ok()) return file.status();
  const absl::StatusOr<std::string> start =
      file->ReadText(0, std::min<std::int64_t>(file->size(), 8));
  if (!start.ok()) return start.status();
  if (IsNpy(*start) || absl::EndsWith(name.path, ".npy")) return LoadNpy(name, *file);
  return LoadSafetensors(name);
}

// LoadTensor and then `convert`, whose errors get the flag and the file's name.
template <typename Result, typename Argument>
absl::StatusOr<Result> LoadAs(absl::StatusOr<Result> (*convert)(Argument), absl::string_view flag,
                              const std::string& text) {
  absl::StatusOr<Tensor> tensor = LoadTensor(flag, text);
  if (!tensor.ok()) return tensor.status();
  absl::StatusOr<Result> result = convert(*std::move(tensor));
  if (result.ok()) return result;
  const InputName name = SplitInputName(text);
  const std::string named = name.tensor.empty() ? "" : absl::StrCat(":", Printable(name.tensor));
  return Annotate(result.status(), absl::StrCat(flag, ": ", Printable(name.path), named));
}

}  // namespace

InputName SplitInputName(const std::string& text) {
  if (::access(text.c_str(), F_OK) == 0) return {text, ""};
  for (absl::string_view ending : {".safetensors:", ".npy:"}) {
    const std::size_t at = text.find(std::string(ending));
    if (at == std::string::npos) continue;
    const std::size_t colon = at + ending.size() - 1;
    return {text.substr(0, colon), text.substr(colon + 1)};
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {text, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

absl::StatusOr<Tensor> LoadTensor(absl::string_view flag, const std::string& text) {
  const InputName name = SplitInputName(text);
  absl::StatusOr<Tensor> tensor = Load(name);
  if (tensor.ok()) return tensor;
  // The engine tells the last component alone; the path is the caller's own.
  absl::string_view message = tensor.status().message();
  if (absl::ConsumePrefix(&message, Printable(FileName(name.path)))) {
    return absl::Status(tensor.status().code(),
                        absl::StrCat(flag, ": ", Printable(name.path), message));
  }
  return Annotate(tensor.status(), flag);
}

absl::StatusOr<Tensor> LoadInput(absl::string_view flag, const std::string& text) {
  return LoadAs(ToAttentionFloat, flag, text);
}

absl::StatusOr<Tensor> LoadMaskValues(absl::string_view flag, const std::string& text) {
  return LoadAs(ToMaskValues, flag, text);
}

absl::StatusOr<std::vector<std::int64_t>> LoadIntegers(absl::string_view flag,
                                                       const std::string& text) {
  return LoadAs(ToIntegers, flag, text);
}

}  // namespace headwise
