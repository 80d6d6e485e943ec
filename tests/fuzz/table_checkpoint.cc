#include "tests/fuzz/table_checkpoint.h"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/checkpoint/safetensors_writer.h"
#include "engine/tensor/convert.h"
#include "engine/tensor/tensor.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/scratch_folder.h"
#include "tests/fuzz/table_tensors.h"

namespace headwise::fuzz {
namespace {

constexpr std::size_t kMostOpen = 64;

// The row of that name, else any.
std::size_t RowIndex(absl::string_view name) {
  const absl::Span<const ArchitectureRow> table = ArchitectureTable();
  std::size_t any = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name) return i;
  }
  for (const char c : name) any = 31 * any + static_cast<unsigned char>(c);
  return any % table.size();
}

Tensor MakeTensor(const TableTensor& tensor, DType dtype) {
  Tensor made(dtype, Shape::Create(tensor.shape).value());
  const std::int64_t width = ByteWidth(dtype);
  for (std::int64_t i = 0; i < made.shape().elements(); ++i) {
    const float value = static_cast<float>(i % 17 - 8) / 16;
    NarrowFromFloat(dtype, &value, 1, made.mutable_view().data() + i * width);
  }
  return made;
}

// The open files outlive the folder.
TensorSource MakeSource(const ArchitectureRow& row, const Variant& variant) {
  std::vector<Tensor> bytes;
  std::vector<NamedTensor> named;
  for (const TableTensor& tensor : TensorsOf(row, variant)) {
    bytes.push_back(MakeTensor(tensor, variant.dtype));
    named.push_back({tensor.name, bytes.back().view()});
  }
  const ScratchFolder folder;
  const absl::Status status = WriteSafetensors(folder.File("model.safetensors"), named);
  Require(status.ok(), "a written checkpoint", status.message());
  absl::StatusOr<TensorSource> source = TensorSource::Open(folder.path());
  Require(source.ok(), "an open checkpoint", source.status().message());
  return *std::move(source);
}

}  // namespace

const TensorSource& TableCheckpoints::Get(absl::string_view title) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(title, absl::MaxSplits(' ', 1));
  unsigned number = 0;
  if (!absl::SimpleAtoi(parts.second, &number)) number = 0;
  const std::size_t row = RowIndex(parts.first);
  const std::string key = absl::StrCat(row, " ", number % 288);
  const auto found = open_.find(key);
  if (found != open_.end()) return found->second;
  if (open_.size() == kMostOpen) open_.clear();
  TensorSource source = MakeSource(ArchitectureTable()[row], MakeVariant(number));
  return open_.emplace(key, std::move(source)).first->second;
}

}  // namespace headwise::fuzz
