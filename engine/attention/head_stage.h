// The heads of a batch: packing of keys and values, then blocks of queries on all workers.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_STAGE_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_STAGE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/attention/block_writer.h"
#include "engine/attention/stage_context.h"
#include "engine/attention/unit_tiles.h"

namespace headwise {

// Second stage, for some units of a batch: projected rows in, gated head contexts (concatenated)
// and the per-head outputs out. Most units are one work item each, so that their tiles stay in the
// cache of the core that packed them; the last ones are split into blocks of queries, so that all
// workers end together. Neither changes a result. Used by one thread; its items run on the
// workers. Failures go to the batch's tasks.
class HeadStage {
 public:
  // `units` must outlive this object. `merge`: whether any task wants context vectors, which need
  // the concatenated heads.
  HeadStage(const StageContext& context, absl::Span<const HeadUnit> units, bool merge);

  void Run();

  // For the stage after this one: tiles of units that maps are asked of.
  const UnitTiles& tiles() const { return tiles_; }

 private:
  struct PackItem {
    std::size_t unit;
    std::int64_t tile;
  };
  struct SplitBlock {
    std::size_t unit;
    BlockItem block;
  };

  double Work() const;  // floating-point operations
  std::size_t WholeUnits() const;
  bool MapsWanted(const HeadUnit& unit) const;
  // Blocks that have to be attended or, for the merge, filled with zeros.
  void OverBlocks(const HeadUnit& unit, absl::FunctionRef<void(const BlockItem&)> body) const;
  void SplitRest();

  void RunWhole(int worker, std::size_t unit);
  void Pack(int worker, const HeadUnit& unit, std::int64_t index, KeyValueTile& tile);
  void ChargePacking(const HeadUnit& unit, std::int64_t ns);
  void Attend(int worker, const BlockItem& block, absl::Span<const KeyValueTile> tiles);
  absl::Status AttendNeeded(int worker, const BlockItem& block,
                            absl::Span<const KeyValueTile> tiles);
  // Time since this worker's last item ended, or since `begin` for its first one.
  template <typename Body>
  std::int64_t Timed(int worker, Body body);

  StageContext context_;
  const absl::Span<const HeadUnit> units_;
  const bool merge_;
  const WorkerPool::Spread spread_;
  const std::size_t whole_;  // units that are one item
  UnitTiles tiles_;
  BlockWriter writer_;
  std::vector<PackItem> pack_items_;
  std::vector<SplitBlock> split_blocks_;

  struct alignas(64) WorkerClock {
    std::int64_t last_end_ns = 0;
  };
  std::vector<WorkerClock> clocks_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_STAGE_H_
