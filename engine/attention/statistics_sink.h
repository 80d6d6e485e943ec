// What kind of attention a head pays.
#ifndef HEADWISE_ENGINE_ATTENTION_STATISTICS_SINK_H_
#define HEADWISE_ENGINE_ATTENTION_STATISTICS_SINK_H_

#include <cstdint>
#include <vector>

#include "engine/attention/map_sink.h"
#include "engine/simd/row_statistics.h"

namespace headwise {

// Adds the statistics of a block's rows to its sums.
class StatisticsSink final : public MapSink {
 public:
  explicit StatisticsSink(const MapBlock& of)
      : of_(of), rows_(static_cast<std::size_t>(of.block.count)) {}
  void Take(const ScoreTile& scores, const KeyValueTile& tile) override;
  void Finish() override;

 private:
  struct Row {
    RowSums sums;
    double first_token = 0;
    double diagonal = 0;
    bool sees_a_key = false;  // even where a sink leaves it no weight
  };

  const MapBlock of_;
  std::vector<Row> rows_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_STATISTICS_SINK_H_
