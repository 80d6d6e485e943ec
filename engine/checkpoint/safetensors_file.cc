#include "engine/checkpoint/safetensors_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

constexpr std::int64_t kLengthBytes = 8;

// How other files begin that are often taken for safetensors.
struct Foreign {
  absl::string_view magic;
  absl::string_view hint;
};
constexpr Foreign kForeign[] = {
    {"version https://git-lfs",
     "this is a Git LFS pointer, not the file itself; fetch it with \"git lfs pull\""},
    {"PK\x03\x04", "this is a PyTorch pickle (.bin, .pth, .pt); convert it to safetensors"},
    {"\x80", "this is a PyTorch pickle (.bin, .pth, .pt); convert it to safetensors"},
    {"GGUF", "this is a GGUF file; convert it to safetensors"},
    {"\x93NUMPY", "this is a NumPy file; save it as safetensors"},
};

// A length that fits is never taken for another format: 0x80 may well be its lowest byte.
absl::Status DescribeForeign(const File& file, absl::Status otherwise) {
  const std::int64_t bytes = std::min<std::int64_t>(file.size(), 32);
  const absl::StatusOr<std::string> start = file.ReadText(0, bytes);
  if (!start.ok()) return start.status();
  for (const Foreign& foreign : kForeign) {
    if (absl::StartsWith(*start, foreign.magic)) {
      return absl::InvalidArgumentError(
          absl::StrCat(file.name(), ": expected a safetensors file, but ", foreign.hint));
    }
  }
  return otherwise;
}

absl::StatusOr<std::uint64_t> ReadHeaderLength(const File& file) {
  if (file.size() == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(file.name(), ": expected a safetensors file, found an empty one"));
  }
  if (file.size() < kLengthBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(file.name(), ": expected at least ", kLengthBytes,
                     " bytes for the header's length, found ", file.size()));
  }
  std::array<std::byte, kLengthBytes> bytes;
  absl::Status status = file.ReadAt(0, absl::MakeSpan(bytes));
  if (!status.ok()) return status;
  std::uint64_t length = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    length = (length << 8) | static_cast<std::uint64_t>(bytes[i]);
  }
  return length;
}

absl::Status CheckHeaderLength(const File& file, std::uint64_t length) {
  if (length > static_cast<std::uint64_t>(kMaxSafetensorsHeaderBytes)) {
    return absl::InvalidArgumentError(
        absl::StrCat(file.name(), ": expected a header of at most ", kMaxSafetensorsHeaderBytes,
                     " bytes, found a length of ", length, "; this is not a safetensors file"));
  }
  if (length > static_cast<std::uint64_t>(file.size() - kLengthBytes)) {
    return absl::InvalidArgumentError(
        absl::StrCat(file.name(), ": expected a header of ", length, " bytes, the file has ",
                     file.size() - kLengthBytes, " after its length; it is cut short"));
  }
  return absl::OkStatus();
}

// The header's text, after all that can be said without parsing it.
absl::StatusOr<std::string> ReadHeaderText(const File& file) {
  const absl::StatusOr<std::uint64_t> length = ReadHeaderLength(file);
  if (!length.ok()) return length.status();
  if (absl::Status status = CheckHeaderLength(file, *length); !status.ok()) {
    return DescribeForeign(file, std::move(status));
  }
  return file.ReadText(kLengthBytes, static_cast<std::int64_t>(*length));
}

}  // namespace

absl::StatusOr<SafetensorsFile> SafetensorsFile::Open(const std::string& path) {
  absl::StatusOr<File> file = File::Open(path);
  if (!file.ok()) return file.status();
  const absl::StatusOr<std::string> text = ReadHeaderText(*file);
  if (!text.ok()) return text.status();
  const std::int64_t data_begin = kLengthBytes + static_cast<std::int64_t>(text->size());
  absl::StatusOr<SafetensorsHeader> header =
      ParseSafetensorsHeader(*text, file->size() - data_begin, file->name());
  if (!header.ok()) {
    if (!absl::StartsWith(*text, "{")) return DescribeForeign(*file, header.status());
    return header.status();
  }
  return SafetensorsFile(*std::move(file), *std::move(header), data_begin);
}

SafetensorsFile::SafetensorsFile(File file, SafetensorsHeader header, std::int64_t data_begin)
    : file_(std::move(file)),
      header_(std::move(header)),
      data_begin_(data_begin),
      by_name_(header_.tensors.size()) {
  std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
  std::sort(by_name_.begin(), by_name_.end(), [this](std::size_t a, std::size_t b) {
    return header_.tensors[a].name < header_.tensors[b].name;
  });
}

const TensorEntry* SafetensorsFile::Find(absl::string_view name) const {
  const auto found = std::lower_bound(
      by_name_.begin(), by_name_.end(), name, [this](std::size_t index, absl::string_view wanted) {
        return absl::string_view(header_.tensors[index].name) < wanted;
      });
  if (found == by_name_.end() || header_.tensors[*found].name != name) return nullptr;
  return &header_.tensors[*found];
}

absl::Status SafetensorsFile::ReadBytes(const TensorEntry& entry, std::int64_t offset,
                                        absl::Span<std::byte> to) const {
  if (offset < 0 || offset > entry.bytes() ||
      to.size() > static_cast<std::uint64_t>(entry.bytes() - offset)) {
    return absl::InvalidArgumentError(absl::StrCat(
        name(), ": tensor \"", Printable(entry.name), "\": expected a range inside its ",
        entry.bytes(), " bytes, got ", to.size(), " bytes at ", offset));
  }
  return file_.ReadAt(data_begin_ + entry.begin + offset, to);
}

absl::Status SafetensorsFile::NoSuchTensor(absl::string_view tensor) const {
  std::vector<std::string> names;
  for (std::size_t index : by_name_) names.push_back(header_.tensors[index].name);
  return absl::NotFoundError(absl::StrCat(name(), ": no tensor \"", Printable(tensor),
                                          "\"; the file holds ", ListSome(names)));
}

absl::StatusOr<Tensor> SafetensorsFile::ReadTensor(absl::string_view tensor_name) const {
  const TensorEntry* entry = Find(tensor_name);
  if (entry == nullptr) return NoSuchTensor(tensor_name);
  if (!entry->dtype.has_value()) {
    return absl::UnimplementedError(absl::StrCat(name(), ": tensor \"", Printable(tensor_name),
                                                 "\": dtype ", entry->dtype_name,
                                                 " is narrower than a byte and cannot be read"));
  }
  Tensor tensor(*entry->dtype, entry->shape);
  const absl::Status status = ReadBytes(
      *entry, 0, {tensor.mutable_view().data(), static_cast<std::size_t>(entry->bytes())});
  if (!status.ok()) return status;
  return tensor;
}

}  // namespace headwise
