// Answers to questions about single query rows: maps, top keys, statistics.
#ifndef HEADWISE_ENGINE_ATTENTION_MAP_STAGE_H_
#define HEADWISE_ENGINE_ATTENTION_MAP_STAGE_H_

#include <cstdint>
#include <vector>

#include "engine/attention/map_sink.h"
#include "engine/attention/stage_context.h"
#include "engine/attention/unit_tiles.h"

namespace headwise {

// Computes the scores of the heads and rows that are asked about anew, so that asking changes no
// other output and costs nothing where nobody asks. Runs after HeadStage, whose softmax states it
// uses. Used by one thread; its items run on the workers.
class MapStage {
 public:
  // About the heads of `units`, whose tiles `tiles` holds.
  MapStage(const StageContext& context, absl::Span<const HeadUnit> units, const UnitTiles& tiles);

  // Failures go to the tasks.
  void Run();

 private:
  // Up to kQueries of the rows that a task asked about, in one sequence and head.
  struct Item {
    std::size_t unit;
    MapQuestion question;
    int head_index;                       // among the heads asked about
    std::vector<std::int64_t> tokens;     // query rows
    std::vector<std::int64_t> positions;  // where each comes back
    StatisticsSums sums;
  };

  void AddItems(std::size_t unit, MapQuestion question);
  void AddRows(const Item& empty, const RowSelection& selection, const Sequence& sequence);
  const Sequence& SequenceOf(const Item& item) const;
  absl::Status RunOne(int worker, Item& item);
  void WriteStatistics();

  StageContext context_;
  const absl::Span<const HeadUnit> units_;
  const UnitTiles& tiles_;
  std::vector<Item> items_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_MAP_STAGE_H_
