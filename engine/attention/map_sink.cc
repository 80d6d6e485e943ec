#include "engine/attention/map_sink.h"

#include "engine/attention/map_tensor_sinks.h"
#include "engine/attention/statistics_sink.h"
#include "engine/attention/top_keys_sink.h"

namespace headwise {

const RowSelection& SelectionOf(MapQuestion question, const OutputSelection& outputs) {
  switch (question) {
    case MapQuestion::kScores:
      return outputs.scores;
    case MapQuestion::kTopKeys:
      return outputs.top_keys;
    case MapQuestion::kStatistics:
      return outputs.statistics;
    case MapQuestion::kProbabilities:
      break;
  }
  return outputs.probabilities;
}

std::unique_ptr<MapSink> MakeMapSink(MapQuestion question, const MapBlock& of) {
  switch (question) {
    case MapQuestion::kScores:
      return std::make_unique<ScoreSink>(of);
    case MapQuestion::kTopKeys:
      return std::make_unique<TopKeysSink>(of);
    case MapQuestion::kStatistics:
      return std::make_unique<StatisticsSink>(of);
    case MapQuestion::kProbabilities:
      break;
  }
  return std::make_unique<ProbabilitySink>(of);
}

}  // namespace headwise
