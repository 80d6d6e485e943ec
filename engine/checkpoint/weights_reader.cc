#include "engine/checkpoint/weights_reader.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
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

// Small enough to stay in a core's cache from the read to the copy. A transposed piece scatters
// into all rows of its matrix, so there long runs count for more.
constexpr std::int64_t kPieceElements = std::int64_t{1} << 17;
constexpr std::int64_t kTransposedPieceElements = std::int64_t{1} << 22;
// Rows and columns of a transposed tile: 4 KiB read and 4 KiB written, both within L1.
constexpr std::int64_t kTile = 32;

// Memory for everything. Only what is transposed is filled with zeros now: the rest is written in
// order, once.
void Allocate(const LayerPlan& plan, LayerWeights& weights) {
  for (const TensorPlan& tensor : plan.tensors) {
    for (const RowBlock& block : tensor.blocks) {
      std::vector<float>& target = PartOf(weights, block.part);
      const auto size = static_cast<std::size_t>(PartRows(plan.spec, block.part) * tensor.in);
      target.reserve(size);
      AdviseHugePages(target.data(), target.capacity() * sizeof(float));
      if (tensor.storage == Storage::kInOut) target.resize(size);
    }
  }
}

// Puts `count` values at `offset` of `to`, which grows as far as that takes.
void Put(const float* from, std::size_t count, std::size_t offset, std::vector<float>& to) {
  if (to.size() == offset) {
    to.insert(to.end(), from, from + count);
    return;
  }
  if (to.size() < offset + count) to.resize(offset + count);
  std::copy_n(from, count, to.begin() + static_cast<std::ptrdiff_t>(offset));
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

// Reads one tensor, a whole number of stored rows at a time.
class TensorReader {
 public:
  TensorReader(const TensorPlan& plan, LayerWeights& weights)
      : plan_(plan),
        weights_(weights),
        transposed_(plan.storage == Storage::kInOut),
        stored_rows_(transposed_ ? plan.in : plan.out),
        columns_(transposed_ ? plan.out : plan.in) {}

  absl::Status Read() {
    const std::int64_t most = transposed_ ? kTransposedPieceElements : kPieceElements;
    const std::int64_t step = std::max<std::int64_t>(1, most / columns_);
    for (std::int64_t row = 0; row < stored_rows_; row += step) {
      const std::int64_t rows = std::min(step, stored_rows_ - row);
      if (absl::Status status = ReadPiece(row, rows); !status.ok()) return status;
      for (const RowBlock& block : plan_.blocks) {
        transposed_ ? Transpose(block, row, rows) : Copy(block, row, rows);
      }
    }
    return absl::OkStatus();
  }

 private:
  // Fills piece_ with stored rows as finite floats.
  absl::Status ReadPiece(std::int64_t row, std::int64_t rows) {
    const TensorEntry& entry = *plan_.tensor.entry;
    const std::int64_t width = ByteWidth(*entry.dtype);
    const std::int64_t count = rows * columns_;
    piece_.resize(static_cast<std::size_t>(count));
    if (absl::Status status = ReadFloats(entry, row * columns_ * width, count); !status.ok()) {
      return status;
    }
    const std::int64_t bad = FirstNotFinite(piece_);
    if (bad >= 0) return NotFinite(piece_[static_cast<std::size_t>(bad)], row * columns_ + bad);
    if (plan_.add != 0) {
      for (float& value : piece_) value += plan_.add;
    }
    return absl::OkStatus();
  }

  // Fills piece_ with `count` values from byte `offset` of the tensor on.
  absl::Status ReadFloats(const TensorEntry& entry, std::int64_t offset, std::int64_t count) {
    const SafetensorsFile& file = *plan_.tensor.file;
    if (*entry.dtype == DType::kF32) {
      auto* const bytes = reinterpret_cast<std::byte*>(piece_.data());
      return file.ReadBytes(entry, offset, {bytes, piece_.size() * sizeof(float)});
    }
    bytes_.resize(static_cast<std::size_t>(count * ByteWidth(*entry.dtype)));
    absl::Status status = file.ReadBytes(entry, offset, absl::MakeSpan(bytes_));
    if (status.ok()) WidenToFloat(*entry.dtype, bytes_.data(), count, piece_.data());
    return status;
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

  // piece_ holds rows [row, row + rows) of the [out,in] matrix.
  void Copy(const RowBlock& block, std::int64_t row, std::int64_t rows) {
    const RowRange range = Intersect(block, row, rows);
    if (range.begin >= range.end) return;
    Put(piece_.data() + (range.begin - row) * plan_.in,
        static_cast<std::size_t>((range.end - range.begin) * plan_.in),
        static_cast<std::size_t>(TargetOffset(block, range.begin)), PartOf(weights_, block.part));
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
    float* const target = PartOf(weights_, block.part).data();
    for (std::int64_t out = outs.begin; out < outs.end; ++out) {
      float* to = target + TargetOffset(block, block.from + out) + first;
      const float* from = piece_.data() + block.from + out;
      for (std::int64_t in = ins.begin; in < ins.end; ++in) to[in] = from[in * columns_];
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

absl::StatusOr<LayerWeights> ReadWeights(const LayerPlan& plan) {
  LayerWeights weights;
  Allocate(plan, weights);
  for (const TensorPlan& tensor : plan.tensors) {
    TensorReader reader(tensor, weights);
    if (absl::Status status = reader.Read(); !status.ok()) return status;
  }
  return weights;
}

}  // namespace headwise
