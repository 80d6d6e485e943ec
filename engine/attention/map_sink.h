// What is made of a block's scores, tile by tile, to answer one question about its rows.
#ifndef HEADWISE_ENGINE_ATTENTION_MAP_SINK_H_
#define HEADWISE_ENGINE_ATTENTION_MAP_SINK_H_

#include <array>
#include <cstdint>
#include <memory>

#include "absl/types/span.h"
#include "engine/attention/attention_task.h"
#include "engine/attention/head_block.h"

namespace headwise {

enum class MapQuestion { kProbabilities, kScores, kTopKeys, kStatistics };
inline constexpr MapQuestion kMapQuestions[] = {MapQuestion::kProbabilities, MapQuestion::kScores,
                                                MapQuestion::kTopKeys, MapQuestion::kStatistics};

// The heads and rows that a question is about.
const RowSelection& SelectionOf(MapQuestion question, const OutputSelection& outputs);

// Sums of HeadStatistic over the rows that see a key.
struct StatisticsSums {
  std::array<double, kHeadStatistics> sums{};
  std::int64_t rows = 0;
};

// A block of rows of one question, sequence and head. References only.
struct MapBlock {
  const HeadBlock& block;
  const SoftmaxState* states;                // final ones, [block.count]
  const AttentionOutputs& outputs;           // of the task
  std::int64_t map;                          // b * heads asked about + index of the head
  absl::Span<const std::int64_t> positions;  // places of the rows in the answer
  StatisticsSums& sums;
};

// Takes a block's tiles in order. Used by one worker.
class MapSink {
 public:
  virtual ~MapSink() = default;
  // Scores as ScoresOfBlock gives them; may be overwritten.
  virtual void Take(const ScoreTile& scores, const KeyValueTile& tile) = 0;
  // After the last tile.
  virtual void Finish() {}
};

// Borrows `of`. Throws std::bad_alloc.
std::unique_ptr<MapSink> MakeMapSink(MapQuestion question, const MapBlock& of);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_MAP_SINK_H_
