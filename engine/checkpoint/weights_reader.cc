#include "engine/checkpoint/weights_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/weight_parts.h"
#include "engine/tensor/convert.h"
#include "engine/tensor/huge_pages.h"

namespace headwise {
namespace {

// Small enough to stay in a core's cache from the read to the copy.
constexpr std::int64_t kPieceElements = std::int64_t{1} << 17;
// Rows and columns of a transposed tile: 4 KiB read and 4 KiB written, both within L1.
constexpr std::int64_t kTile = 32;

// What a plan puts into a part.
struct PartUse {
  std::size_t size = 0;
  std::size_t written = 0;
  bool transposed = false;
};

std::array<PartUse, kPartCount> UsesOf(const LayerPlan& plan) {
  std::array<PartUse, kPartCount> uses;
  for (const TensorPlan& tensor : plan.tensors) {
    for (const RowBlock& block : tensor.blocks) {
      PartUse& use = uses[static_cast<std::size_t>(block.part)];
      use.size = static_cast<std::size_t>(PartRows(plan.spec, block.part) * tensor.in);
      use.written += static_cast<std::size_t>(block.rows * tensor.in);
      use.transposed |= tensor.storage == Storage::kInOut;
    }
  }
  return uses;
}

// Makes room for everything. A part that is as large as it must be is written over; any other is
// emptied, and grows while it is read, so that it is filled with zeros where the cache still holds
// them. What is transposed is not written in order and must be whole from the start.
void MakeRoom(const LayerPlan& plan, LayerWeights& weights) {
  const std::array<PartUse, kPartCount> uses = UsesOf(plan);
  for (int part = 0; part < kPartCount; ++part) {
    std::vector<float>& target = PartOf(weights, static_cast<Part>(part));
    const PartUse& use = uses[static_cast<std::size_t>(part)];
    if (target.size() != use.size || use.written != use.size) target.clear();
    if (target.capacity() < use.size) {
      target = std::vector<float>();  // before there is a larger one
      target.reserve(use.size);
      AdviseHugePages(target.data(), target.capacity() * sizeof(float));
    }
    if (use.transposed) target.resize(use.size);
  }
}

// Room for `count` values at `offset` of `of`, which grows as far as that takes.
float* Room(std::size_t count, std::size_t offset, std::vector<float>& of) {
  if (of.size() < offset + count) of.resize(offset + count);
  return of.data() + offset;
}

// Index of the first value that is not finite; -1 for none. First the whole in one loop without a
// branch, as hardly any checkpoint has one.
std::int64_t FirstNotFinite(absl::Span<const float> values) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  unsigned bad = 0;
  for (float value : values) bad |= static_cast<unsigned>(!(std::abs(value) <= kLargest));
  if (bad == 0) return -1;
  const auto first = std::find_if_not(values.begin(), values.end(),
                                      [](float value) { return std::isfinite(value); });
  return first - values.begin();
}

// The intersection of a block with the stored rows [first, first + count).
struct RowRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

RowRange Intersect(const RowBlock& block, std::int64_t first, std::int64_t count) {
  return {std::max(block.from, first), std::min(block.from + block.rows, first + count)};
}

// Reads one tensor, a whole number of stored rows at a time: to where they belong if they all lie
// there as they are stored, else into a piece of memory from which they are copied.
class TensorReader {
 public:
  TensorReader(const TensorPlan& plan, LayerWeights& weights)
      : plan_(plan),
        weights_(weights),
        transposed_(plan.storage == Storage::kInOut),
        stored_rows_(transposed_ ? plan.in : plan.out),
        columns_(transposed_ ? plan.out : plan.in) {}

  absl::Status Read() {
    // A transposed piece scatters into all rows of its matrix: whole tiles, for whole cache lines.
    const std::int64_t unit = transposed_ ? kTile : 1;
    const std::int64_t step = std::max<std::int64_t>(1, kPieceElements / columns_ / unit) * unit;
    for (std::int64_t row = 0; row < stored_rows_; row += step) {
      const std::int64_t rows = std::min(step, stored_rows_ - row);
      float* const in_place = InPlace(row, rows);
      if (in_place == nullptr) piece_.resize(static_cast<std::size_t>(rows * columns_));
      float* const to = in_place == nullptr ? piece_.data() : in_place;
      if (absl::Status status = ReadRows(row, rows, to); !status.ok()) return status;
      if (in_place == nullptr) PutPiece(row, rows);
    }
    return absl::OkStatus();
  }

 private:
  // Where stored rows [row, row + rows) belong, if that is one place; null otherwise.
  float* InPlace(std::int64_t row, std::int64_t rows) {
    if (transposed_) return nullptr;
    const RowBlock* only = nullptr;
    for (const RowBlock& block : plan_.blocks) {
      const RowRange range = Intersect(block, row, rows);
      if (range.begin >= range.end) continue;
      if (only != nullptr || range.end - range.begin < rows) return nullptr;
      only = &block;
    }
    return only == nullptr ? nullptr : Target(*only, row, rows);
  }

  // Fills `to` with stored rows as finite floats.
  absl::Status ReadRows(std::int64_t row, std::int64_t rows, float* to) {
    const absl::Span<float> values(to, static_cast<std::size_t>(rows * columns_));
    if (absl::Status status = ReadFloats(row * columns_, values); !status.ok()) return status;
    const std::int64_t bad = FirstNotFinite(values);
    if (bad >= 0) return NotFinite(to[bad], row * columns_ + bad);
    if (plan_.add != 0) {
      for (float& value : values) value += plan_.add;
    }
    return absl::OkStatus();
  }

  // Fills `to` with the tensor's values from the `first`th on.
  absl::Status ReadFloats(std::int64_t first, absl::Span<float> to) {
    const SafetensorsFile& file = *plan_.tensor.file;
    const TensorEntry& entry = *plan_.tensor.entry;
    const std::int64_t width = ByteWidth(*entry.dtype);
    if (*entry.dtype == DType::kF32) {
      auto* const bytes = reinterpret_cast<std::byte*>(to.data());
      return file.ReadBytes(entry, first * width, {bytes, to.size() * sizeof(float)});
    }
    bytes_.resize(to.size() * static_cast<std::size_t>(width));
    absl::Status status = file.ReadBytes(entry, first * width, absl::MakeSpan(bytes_));
    if (!status.ok()) return status;
    WidenToFloat(*entry.dtype, bytes_.data(), static_cast<std::int64_t>(to.size()), to.data());
    return absl::OkStatus();
  }

  absl::Status NotFinite(float value, std::int64_t index) const {
    const std::int64_t width = plan_.dims.back();
    const std::string place = plan_.dims.size() < 2
                                  ? absl::StrCat("[", index, "]")
                                  : absl::StrCat("[", index / width, ",", index % width, "]");
    return absl::InvalidArgumentError(
        absl::StrCat(plan_.tensor.file->name(), ": ", Printable(plan_.tensor.name()),
                     ": expected finite weights, found ", std::isnan(value) ? "NaN" : "infinity",
                     " at ", place));
  }

  std::int64_t TargetOffset(const RowBlock& block, std::int64_t stored_row) const {
    return (block.to + stored_row - block.from) * plan_.in;
  }

  // Room for rows [row, row + rows) of the [out,in] matrix, all of them the block's.
  float* Target(const RowBlock& block, std::int64_t row, std::int64_t rows) {
    return Room(static_cast<std::size_t>(rows * plan_.in),
                static_cast<std::size_t>(TargetOffset(block, row)), PartOf(weights_, block.part));
  }

  void PutPiece(std::int64_t row, std::int64_t rows) {
    for (const RowBlock& block : plan_.blocks) {
      transposed_ ? Transpose(block, row, rows) : Copy(block, row, rows);
    }
  }

  // piece_ holds rows [row, row + rows) of the [out,in] matrix.
  void Copy(const RowBlock& block, std::int64_t row, std::int64_t rows) {
    const RowRange range = Intersect(block, row, rows);
    const std::int64_t count = range.end - range.begin;
    if (count <= 0) return;
    std::copy_n(piece_.data() + (range.begin - row) * plan_.in, count * plan_.in,
                Target(block, range.begin, count));
  }

  // piece_ holds inputs [first, first + count) of the matrix, each with all its outputs.
  void Transpose(const RowBlock& block, std::int64_t first, std::int64_t count) {
    for (std::int64_t out = 0; out < block.rows; out += kTile) {
      for (std::int64_t in = 0; in < count; in += kTile) {
        TransposeTile(block, first, {out, std::min(out + kTile, block.rows)},
                      {in, std::min(in + kTile, count)});
      }
    }
  }

  void TransposeTile(const RowBlock& block, std::int64_t first, RowRange outs, RowRange ins) {
    // Through a copy, as rows that lie a power of two apart share too few places in the cache.
    float tile[kTile][kTile + 1];
    const std::int64_t width = outs.end - outs.begin;
    const std::int64_t height = ins.end - ins.begin;
    for (std::int64_t in = 0; in < height; ++in) {
      const std::int64_t row = (ins.begin + in) * columns_;
      std::copy_n(piece_.data() + row + block.from + outs.begin, width, tile[in]);
    }
    float* const target = PartOf(weights_, block.part).data();
    for (std::int64_t out = 0; out < width; ++out) {
      const std::int64_t stored = block.from + outs.begin + out;
      float* const to = target + TargetOffset(block, stored) + first + ins.begin;
      for (std::int64_t in = 0; in < height; ++in) to[in] = tile[in][out];
    }
  }

  const TensorPlan& plan_;
  LayerWeights& weights_;
  const bool transposed_;
  const std::int64_t stored_rows_;
  const std::int64_t columns_;
  std::vector<std::byte> bytes_;
  std::vector<float> piece_;
};

}  // namespace

absl::StatusOr<LayerWeights> ReadWeights(const LayerPlan& plan, LayerWeights memory) {
  LayerWeights weights = std::move(memory);
  MakeRoom(plan, weights);
  for (const TensorPlan& tensor : plan.tensors) {
    TensorReader reader(tensor, weights);
    if (absl::Status status = reader.Read(); !status.ok()) return status;
  }
  return weights;
}

}  // namespace headwise
