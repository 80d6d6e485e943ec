#include "engine/checkpoint/weights_reader.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"
#include "engine/tensor/convert.h"

namespace headwise {
namespace {

constexpr std::int64_t kPieceElements = std::int64_t{1} << 20;
// Rows and columns of a transposed tile: 4 KiB read and 4 KiB written, both within L1.
constexpr std::int64_t kTile = 32;

std::vector<float>& Target(LayerWeights& weights, Part part, bool is_bias) {
  switch (part) {
    case Part::kQuery:
      return is_bias ? weights.query_bias : weights.query;
    case Part::kKey:
      return is_bias ? weights.key_bias : weights.key;
    case Part::kValue:
      return is_bias ? weights.value_bias : weights.value;
    case Part::kOutput:
      break;
  }
  return is_bias ? weights.output_bias : weights.output;
}

// The part's rows in the canonical matrix.
std::int64_t PartRows(const LayerSpec& spec, Part part) {
  if (part == Part::kOutput) return spec.d_out;
  return part == Part::kQuery ? spec.query_width() : spec.kv_width();
}

void Allocate(const LayerPlan& plan, LayerWeights& weights) {
  for (const TensorPlan& tensor : plan.tensors) {
    for (const RowBlock& block : tensor.blocks) {
      Target(weights, block.part, tensor.is_bias)
          .resize(static_cast<std::size_t>(PartRows(plan.spec, block.part) * tensor.in));
    }
  }
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
    const std::int64_t step = std::max<std::int64_t>(1, kPieceElements / columns_);
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
    bytes_.resize(static_cast<std::size_t>(count * width));
    piece_.resize(static_cast<std::size_t>(count));
    const absl::Status status =
        plan_.tensor.file->ReadBytes(entry, row * columns_ * width, absl::MakeSpan(bytes_));
    if (!status.ok()) return status;
    WidenToFloat(*entry.dtype, bytes_.data(), count, piece_.data());
    const auto bad = std::find_if_not(piece_.begin(), piece_.end(),
                                      [](float value) { return std::isfinite(value); });
    if (bad == piece_.end()) return absl::OkStatus();
    return NotFinite(*bad, row * columns_ + (bad - piece_.begin()));
  }

  absl::Status NotFinite(float value, std::int64_t index) const {
    const std::string place = plan_.is_bias
                                  ? absl::StrCat("[", index, "]")
                                  : absl::StrCat("[", index / columns_, ",", index % columns_, "]");
    return absl::InvalidArgumentError(
        absl::StrCat(plan_.tensor.file->name(), ": ", Printable(plan_.tensor.name()),
                     ": expected finite weights, found ", std::isnan(value) ? "NaN" : "infinity",
                     " at ", place));
  }

  float* TargetRow(const RowBlock& block, std::int64_t stored_row) {
    std::vector<float>& target = Target(weights_, block.part, plan_.is_bias);
    return target.data() + (block.to + stored_row - block.from) * plan_.in;
  }

  // piece_ holds rows [row, row + rows) of the [out,in] matrix.
  void Copy(const RowBlock& block, std::int64_t row, std::int64_t rows) {
    const RowRange range = Intersect(block, row, rows);
    if (range.begin >= range.end) return;
    const float* from = piece_.data() + (range.begin - row) * plan_.in;
    std::copy_n(from, (range.end - range.begin) * plan_.in, TargetRow(block, range.begin));
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
    for (std::int64_t out = outs.begin; out < outs.end; ++out) {
      float* to = TargetRow(block, block.from + out) + first;
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
