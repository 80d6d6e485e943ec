// Whole rows of maps.
#ifndef HEADWISE_ENGINE_ATTENTION_MAP_TENSOR_SINKS_H_
#define HEADWISE_ENGINE_ATTENTION_MAP_TENSOR_SINKS_H_

#include "engine/attention/map_sink.h"

namespace headwise {

// Writes probabilities, 0 for hidden keys.
class ProbabilitySink final : public MapSink {
 public:
  explicit ProbabilitySink(const MapBlock& of) : of_(of) {}
  void Take(const ScoreTile& scores, const KeyValueTile& tile) override;

 private:
  const MapBlock of_;
};

// Writes scores, -infinity for hidden keys.
class ScoreSink final : public MapSink {
 public:
  explicit ScoreSink(const MapBlock& of) : of_(of) {}
  void Take(const ScoreTile& scores, const KeyValueTile& tile) override;

 private:
  const MapBlock of_;
};

// Replaces a tile's scores by the probabilities of the block's rows.
void ToProbabilities(const MapBlock& of, const ScoreTile& scores);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_MAP_TENSOR_SINKS_H_
