#include "engine/checkpoint/safetensors_header.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/safetensors_sax.h"
#include "engine/checkpoint/utf8.h"

namespace headwise {
namespace {

struct NarrowType {
  absl::string_view name;
  std::int64_t bits;
};
constexpr NarrowType kNarrowTypes[] = {{"F4", 4}, {"F6_E2M3", 6}, {"F6_E3M2", 6}};

// Sets dtype and dtype_name of `entry` and returns the bits of one element, 0 for an unknown name.
std::int64_t ResolveType(absl::string_view name, TensorEntry& entry) {
  entry.dtype = DTypeFromName(name);
  if (entry.dtype.has_value()) {
    entry.dtype_name = DTypeName(*entry.dtype);
    return 8 * ByteWidth(*entry.dtype);
  }
  for (const NarrowType& type : kNarrowTypes) {
    if (type.name != name) continue;
    entry.dtype_name = type.name;
    return type.bits;
  }
  return 0;
}

// Errors about one file, and about one tensor in it.
class Reporter {
 public:
  explicit Reporter(absl::string_view file_name) : file_name_(file_name) {}

  template <typename... Pieces>
  absl::Status File(const Pieces&... pieces) const {
    return absl::InvalidArgumentError(absl::StrCat(file_name_, ": ", pieces...));
  }
  template <typename... Pieces>
  absl::Status Tensor(absl::string_view name, const Pieces&... pieces) const {
    return File("tensor \"", Printable(name), "\": ", pieces...);
  }

 private:
  absl::string_view file_name_;
};

absl::Status CheckText(absl::string_view text, const Reporter& report) {
  if (text.empty() || text[0] != '{') {
    return report.File(
        "expected a header that starts with '{', found ",
        text.empty() ? "an empty one" : absl::StrCat("'", Printable(text.substr(0, 1)), "'"),
        "; this is not a safetensors file");
  }
  if (const std::int64_t bad = FirstBadUtf8(text); bad >= 0) {
    return report.File("expected a UTF-8 header, byte ", bad, " of it is not");
  }
  return absl::OkStatus();
}

// Compares the bytes that type and shape ask for with those of the offsets.
absl::Status CheckBytes(const TensorEntry& entry, std::int64_t bits, const Reporter& report) {
  // A Shape has at most 2^60 elements: whole bytes and the rest apart, so nothing overflows.
  const std::int64_t elements = entry.shape.elements();
  const std::int64_t rest_bits = elements % 8 * bits;
  if (rest_bits % 8 != 0) {
    return report.Tensor(entry.name, "expected whole bytes, ", entry.dtype_name, " ",
                         FormatDims(entry.shape.dims()), " ends inside a byte");
  }
  const std::int64_t expected = elements / 8 * bits + rest_bits / 8;
  if (expected == entry.bytes()) return absl::OkStatus();
  return report.Tensor(entry.name, "expected ", expected, " bytes for ", entry.dtype_name, " ",
                       FormatDims(entry.shape.dims()), ", found ", entry.bytes());
}

absl::StatusOr<TensorEntry> CheckTensor(RawTensor raw, const Reporter& report) {
  TensorEntry entry;
  const std::int64_t bits = ResolveType(raw.dtype, entry);
  if (bits == 0) return report.Tensor(raw.name, "unknown dtype \"", Printable(raw.dtype), "\"");
  absl::StatusOr<Shape> shape = Shape::Create(raw.shape);
  if (!shape.ok()) {
    return report.Tensor(raw.name, "shape ", FormatDims(raw.shape),
                         " has more elements than can be addressed");
  }
  if (raw.data_offsets.size() != 2) {
    return report.Tensor(raw.name, "data_offsets: expected 2 values, found ",
                         raw.data_offsets.size());
  }
  entry.begin = raw.data_offsets[0];
  entry.end = raw.data_offsets[1];
  if (entry.begin > entry.end) {
    return report.Tensor(raw.name, "data_offsets: expected begin <= end, found ",
                         FormatDims(raw.data_offsets));
  }
  entry.shape = *std::move(shape);
  entry.name = std::move(raw.name);
  if (absl::Status status = CheckBytes(entry, bits, report); !status.ok()) return status;
  return entry;
}

absl::Status CheckNamesDiffer(const std::vector<TensorEntry>& tensors, const Reporter& report) {
  std::vector<absl::string_view> names;
  names.reserve(tensors.size());
  for (const TensorEntry& entry : tensors) names.push_back(entry.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return absl::OkStatus();
  return report.Tensor(*twice, "appears twice");
}

// Expects the tensors in the order of their bytes.
absl::Status CheckTiling(const std::vector<TensorEntry>& tensors, std::int64_t data_bytes,
                         const Reporter& report) {
  std::int64_t position = 0;
  for (const TensorEntry& entry : tensors) {
    if (entry.begin > position) {
      return report.Tensor(entry.name, "expected to begin at ", position, ", begins at ",
                           entry.begin, "; the bytes between belong to no tensor");
    }
    if (entry.begin < position) {
      return report.Tensor(entry.name, "expected to begin at ", position, ", begins at ",
                           entry.begin, " and overlaps the tensor before it");
    }
    position = entry.end;
    if (position > data_bytes) {
      return report.Tensor(entry.name, "ends at ", position, ", the file has ", data_bytes,
                           " bytes of data; it is cut short");
    }
  }
  if (position == data_bytes) return absl::OkStatus();
  return report.File("expected ", position, " bytes of data, found ", data_bytes,
                     "; bytes are left over behind the last tensor");
}

}  // namespace

absl::StatusOr<SafetensorsHeader> ParseSafetensorsHeader(absl::string_view text,
                                                         std::int64_t data_bytes,
                                                         absl::string_view file_name) {
  const Reporter report(file_name);
  if (absl::Status status = CheckText(text, report); !status.ok()) return status;
  absl::StatusOr<RawHeader> raw = ParseRawHeader(text, file_name);
  if (!raw.ok()) return raw.status();
  SafetensorsHeader header;
  header.metadata = std::move(raw->metadata);
  header.tensors.reserve(raw->tensors.size());
  for (RawTensor& tensor : raw->tensors) {
    absl::StatusOr<TensorEntry> entry = CheckTensor(std::move(tensor), report);
    if (!entry.ok()) return entry.status();
    header.tensors.push_back(*std::move(entry));
  }
  if (absl::Status status = CheckNamesDiffer(header.tensors, report); !status.ok()) return status;
  std::sort(header.tensors.begin(), header.tensors.end(),
            [](const TensorEntry& a, const TensorEntry& b) {
              return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
            });
  if (absl::Status status = CheckTiling(header.tensors, data_bytes, report); !status.ok()) {
    return status;
  }
  return header;
}

}  // namespace headwise
