// The heads of a batch: packing of keys and values, then blocks of queries on all workers.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_STAGE_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_STAGE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "engine/attention/block_writer.h"
#include "engine/attention/sequence_tiles.h"
#include "engine/attention/stage_context.h"

namespace headwise {

// Second stage, for some sequences of a batch: projected rows in, gated head contexts
// (concatenated) and the per-head outputs out. The split into work items depends on each sequence's
// length alone. Used by one thread; its items run on the workers. Failures go to the batch's tasks.
class HeadStage {
 public:
  // `merge`: whether any task wants context vectors, which need the concatenated heads.
  HeadStage(const StageContext& context, SequenceRange range, bool merge);

  // Makes the plans that the sequences' lengths need.
  absl::Status Prepare();
  void Run();

  // For the stage after this one.
  const SequenceTiles& tiles() const { return tiles_; }

 private:
  // Keys to pack, and blocks that can follow at once, while the keys are in the cache: those of a
  // sequence that is one tile long.
  struct PackItem {
    int sequence;
    int kv_group;
    std::int64_t begin;
    std::int64_t count;
    KeyValueTile* tile;
    std::vector<BlockItem> blocks;
  };

  void MakeItems();
  // Of one sequence, heads from first_head on and round.
  void AddItems(int sequence, int first_head);
  void AddPacking(int sequence, int kv_group);
  void AddBlocks(int sequence, int head, std::vector<BlockItem>& to);
  bool Short(const Sequence& sequence) const;
  // Packs all keys, and attends the blocks of short sequences.
  void PackTiles();
  // Attends the others.
  void AttendBlocks();
  void PackOne(int worker, const PackItem& item);
  void RunPackItem(int worker, const PackItem& item);
  void AttendOne(int worker, const BlockItem& item);
  absl::Status AttendNeeded(int worker, const BlockItem& item);
  void ChargePacking(const PackItem& item, std::int64_t ns);
  // Time since this worker's last item ended, or since `begin` for its first one.
  template <typename Body>
  std::int64_t Timed(int worker, Body body);
  WorkerPool::Spread Spread() const;

  StageContext context_;
  const SequenceRange range_;
  const bool merge_;
  SequenceTiles tiles_;
  BlockWriter writer_;
  std::vector<PackItem> pack_items_;
  std::vector<BlockItem> block_items_;
  double work_ = 0;  // floating-point operations

  struct alignas(64) WorkerClock {
    std::int64_t last_end_ns = 0;
  };
  std::vector<WorkerClock> clocks_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_STAGE_H_
