// The keys that a row attends to most.
#ifndef HEADWISE_ENGINE_ATTENTION_TOP_KEYS_SINK_H_
#define HEADWISE_ENGINE_ATTENTION_TOP_KEYS_SINK_H_

#include <cstdint>
#include <vector>

#include "engine/attention/map_sink.h"

namespace headwise {

// Keeps the best keys of each row in a heap whose front is the worst of them.
class TopKeysSink final : public MapSink {
 public:
  explicit TopKeysSink(const MapBlock& of);
  void Take(const ScoreTile& scores, const KeyValueTile& tile) override;
  void Finish() override;

 private:
  struct Candidate {
    float score;
    std::int64_t key;
  };
  // By falling score, the earlier key first among equals.
  static bool Before(const Candidate& a, const Candidate& b) {
    return a.score > b.score || (a.score == b.score && a.key < b.key);
  }

  void Offer(std::vector<Candidate>& best, const Candidate& candidate) const;
  void Write(std::int64_t i);

  const MapBlock of_;
  const std::size_t count_;
  std::vector<std::vector<Candidate>> best_;  // [block.count]
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_TOP_KEYS_SINK_H_
