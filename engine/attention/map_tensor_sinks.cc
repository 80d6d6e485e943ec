#include "engine/attention/map_tensor_sinks.h"

#include <cstdint>

#include "engine/tensor/convert.h"

namespace headwise {
namespace {

constexpr double kLog2E = 1.4426950408889634;

// Writes a tile's part of each of the block's rows into a tensor [B,heads,rows,Tk].
void WriteRows(const MapBlock& of, const MutableTensorView& to, const ScoreTile& scores,
               const KeyValueTile& tile) {
  const Shape& shape = to.shape();
  for (std::int64_t i = 0; i < of.block.count; ++i) {
    const std::int64_t row = of.map * shape.dim(2) + of.positions[i];
    NarrowFromFloat(to.dtype(), scores.scores + i * scores.stride, tile.count,
                    to.data() + (row * shape.dim(3) + tile.begin) * ByteWidth(to.dtype()));
  }
}

}  // namespace

void ToProbabilities(const MapBlock& of, const ScoreTile& scores) {
  Probabilities(scores, static_cast<float>(of.block.rules.unit() * kLog2E), of.states);
}

void ProbabilitySink::Take(const ScoreTile& scores, const KeyValueTile& tile) {
  ToProbabilities(of_, scores);
  WriteRows(of_, of_.outputs.probabilities, scores, tile);
}

void ScoreSink::Take(const ScoreTile& scores, const KeyValueTile& tile) {
  const auto unit = static_cast<float>(of_.block.rules.unit());
  for (std::int64_t i = 0; i < of_.block.count; ++i) {
    float* row = scores.scores + i * scores.stride;
    const ColumnRange visible = scores.visible[i];
    for (std::int32_t j = 0; j < tile.count; ++j) {
      row[j] = j >= visible.begin && j < visible.end ? row[j] * unit : kHiddenScore;
    }
  }
  WriteRows(of_, of_.outputs.scores, scores, tile);
}

}  // namespace headwise
