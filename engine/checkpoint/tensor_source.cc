#include "engine/checkpoint/tensor_source.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/file.h"
#include "engine/checkpoint/shard_index.h"

namespace headwise {
namespace {

constexpr char kSingleFile[] = "model.safetensors";
constexpr char kIndexFile[] = "model.safetensors.index.json";
constexpr std::int64_t kMaxIndexBytes = 100'000'000;

std::string Join(const std::string& directory, absl::string_view file) {
  return absl::StrCat(directory, "/", file);
}

bool NameLess(const StoredTensor& tensor, absl::string_view name) {
  return absl::string_view(tensor.name()) < name;
}

// Weights in formats that are not read, for the hint when nothing else is there.
std::vector<std::string> ForeignWeights(const std::string& directory) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(directory, error);
  const std::filesystem::directory_iterator end;
  for (; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    for (absl::string_view ending : {".bin", ".pth", ".pt", ".gguf", ".h5", ".msgpack"}) {
      if (absl::EndsWith(name, ending)) names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

absl::Status NoWeights(const std::string& directory) {
  const std::vector<std::string> foreign = ForeignWeights(directory);
  const std::string hint = foreign.empty() ? std::string()
                                           : absl::StrCat("; found ", ListSome(foreign, 3),
                                                          ", convert it to safetensors");
  return absl::NotFoundError(
      absl::StrCat("the checkpoint folder holds neither ", kSingleFile, " nor ", kIndexFile, hint));
}

absl::StatusOr<std::map<std::string, std::string>> ReadIndex(const std::string& directory) {
  const absl::StatusOr<File> file = File::Open(Join(directory, kIndexFile));
  if (!file.ok()) {
    return absl::IsNotFound(file.status()) ? NoWeights(directory) : file.status();
  }
  if (file->size() > kMaxIndexBytes) {
    return absl::InvalidArgumentError(absl::StrCat(kIndexFile, ": expected at most ",
                                                   kMaxIndexBytes, " bytes, found ", file->size()));
  }
  const absl::StatusOr<std::string> text = file->ReadText(0, file->size());
  if (!text.ok()) return text.status();
  return ParseShardIndex(*text, kIndexFile);
}

}  // namespace

absl::StatusOr<TensorSource> TensorSource::Open(const std::string& directory) {
  absl::StatusOr<SafetensorsFile> file = SafetensorsFile::Open(Join(directory, kSingleFile));
  if (absl::IsNotFound(file.status())) return OpenSharded(directory);
  if (!file.ok()) return file.status();
  TensorSource source(kSingleFile);
  source.files_.push_back(std::make_unique<const SafetensorsFile>(*std::move(file)));
  for (const TensorEntry& entry : source.files_[0]->tensors()) {
    source.tensors_.push_back({&entry, source.files_[0].get()});
  }
  source.Sort();
  return source;
}

absl::StatusOr<TensorSource> TensorSource::OpenSharded(const std::string& directory) {
  const auto index = ReadIndex(directory);
  if (!index.ok()) return index.status();
  std::map<std::string, std::vector<std::string>> tensors_of;
  for (const auto& [tensor, shard] : *index) tensors_of[shard].push_back(tensor);
  TensorSource source(kIndexFile);
  for (const auto& [shard, tensors] : tensors_of) {
    const absl::Status status = source.AddShard(directory, shard, tensors);
    if (!status.ok()) return status;
  }
  if (absl::Status status = source.CheckNoTensorTwice(); !status.ok()) return status;
  source.Sort();
  return source;
}

absl::Status TensorSource::AddShard(const std::string& directory, const std::string& shard,
                                    absl::Span<const std::string> wanted) {
  absl::StatusOr<SafetensorsFile> file = SafetensorsFile::Open(Join(directory, shard));
  if (absl::IsNotFound(file.status())) {
    return absl::NotFoundError(absl::StrCat(kIndexFile, ": shard ", Printable(shard),
                                            " is missing; it holds ", ListSome(wanted, 2)));
  }
  if (!file.ok()) return file.status();
  files_.push_back(std::make_unique<const SafetensorsFile>(*std::move(file)));
  const SafetensorsFile& opened = *files_.back();
  for (const std::string& name : wanted) {
    const TensorEntry* entry = opened.Find(name);
    if (entry == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat(kIndexFile, ": expected tensor \"",
                                                     Printable(name), "\" in ", Printable(shard),
                                                     ", it is not there"));
    }
    tensors_.push_back({entry, &opened});
  }
  return absl::OkStatus();
}

// Also looks at tensors that the index does not name: two shards that hold the same one come from
// different savings.
absl::Status TensorSource::CheckNoTensorTwice() const {
  std::map<absl::string_view, const SafetensorsFile*> holder;
  for (const auto& file : files_) {
    for (const TensorEntry& entry : file->tensors()) {
      const auto [first, is_new] = holder.emplace(entry.name, file.get());
      if (is_new) continue;
      return absl::InvalidArgumentError(absl::StrCat("tensor \"", Printable(entry.name),
                                                     "\": expected in one shard, found in ",
                                                     first->second->name(), " and ", file->name()));
    }
  }
  return absl::OkStatus();
}

void TensorSource::Sort() {
  std::sort(tensors_.begin(), tensors_.end(),
            [](const StoredTensor& a, const StoredTensor& b) { return a.name() < b.name(); });
}

absl::Span<const StoredTensor> TensorSource::WithPrefix(absl::string_view prefix) const {
  const auto first = std::lower_bound(tensors_.begin(), tensors_.end(), prefix, NameLess);
  const auto last = std::find_if_not(first, tensors_.end(), [&](const StoredTensor& tensor) {
    return absl::StartsWith(tensor.name(), prefix);
  });
  return absl::MakeSpan(tensors_).subspan(static_cast<std::size_t>(first - tensors_.begin()),
                                          static_cast<std::size_t>(last - first));
}

const StoredTensor* TensorSource::Find(absl::string_view name) const {
  const auto found = std::lower_bound(tensors_.begin(), tensors_.end(), name, NameLess);
  return found != tensors_.end() && found->name() == name ? &*found : nullptr;
}

}  // namespace headwise
