#include "engine/attention/head_stage.h"

#include <algorithm>
#include <cstdint>

#include "engine/attention/head_block.h"
#include "engine/attention/project_rows.h"

namespace headwise {

HeadStage::HeadStage(const StageContext& context, absl::Span<const HeadUnit> units, bool merge)
    : context_(context),
      units_(units),
      merge_(merge),
      spread_(Work() < kSmallWork ? WorkerPool::Spread::kCallerOnly
                                  : WorkerPool::Spread::kAllWorkers),
      whole_(WholeUnits()),
      tiles_(
          context.widths, context.batch, units,
          [this](std::size_t unit) { return unit >= whole_ || MapsWanted(units_[unit]); },
          context.workspace.tiles),
      writer_(context_, merge),
      clocks_(context.workers.size()) {
  SplitRest();
}

double HeadStage::Work() const {
  const double widths = static_cast<double>(context_.widths.head_dim + context_.widths.value_dim);
  double work = 0;
  for (const HeadUnit& unit : units_) {
    const Sequence& sequence = context_.SequenceOf(unit);
    const auto pairs = static_cast<double>(sequence.queries) * static_cast<double>(sequence.keys);
    context_.OverHeads(unit, [&](int head) {
      if (context_.work.Needed(sequence.task, head)) work += 2.0 * pairs * widths;
    });
  }
  return work;
}

// Full rounds over the workers but the last one; units of one block a head, which splitting would
// not help, may follow.
std::size_t HeadStage::WholeUnits() const {
  if (spread_ == WorkerPool::Spread::kCallerOnly) return units_.size();
  const auto workers = static_cast<std::size_t>(context_.workers.size());
  const std::size_t rounds = units_.size() / workers;
  std::size_t whole = rounds > 1 ? (rounds - 1) * workers : 0;
  const auto is_short = [this](const HeadUnit& unit) {
    const Sequence& sequence = context_.SequenceOf(unit);
    return sequence.queries <= TileSizes::kQueries && sequence.keys <= TileSizes::kQueries;
  };
  while (rounds > 1 && whole < units_.size() && is_short(units_[whole])) ++whole;
  return whole;
}

bool HeadStage::MapsWanted(const HeadUnit& unit) const {
  bool wanted = false;
  context_.OverHeads(unit, [&](int head) {
    wanted = wanted || context_.work.MapsWanted(context_.SequenceOf(unit).task, head);
  });
  return wanted;
}

void HeadStage::OverBlocks(const HeadUnit& unit,
                           absl::FunctionRef<void(const BlockItem&)> body) const {
  const Sequence& sequence = context_.SequenceOf(unit);
  const std::int64_t blocks = (sequence.queries + TileSizes::kQueries - 1) / TileSizes::kQueries;
  context_.OverHeads(unit, [&](int head) {
    if (!merge_ && !context_.work.Needed(sequence.task, head)) return;
    // The last blocks see the most keys if causal: they come first, so that no worker is left with
    // a long one at the end.
    for (std::int64_t block = blocks - 1; block >= 0; --block) {
      const std::int64_t first = block * TileSizes::kQueries;
      body({unit.sequence, head, first, std::min(TileSizes::kQueries, sequence.queries - first)});
    }
  });
}

void HeadStage::SplitRest() {
  for (std::size_t i = whole_; i < units_.size(); ++i) {
    const std::int64_t tiles = context_.Needed(units_[i])
                                   ? TileCount(context_.widths, context_.SequenceOf(units_[i]).keys)
                                   : 0;
    for (std::int64_t tile = 0; tile < tiles; ++tile) pack_items_.push_back({i, tile});
    OverBlocks(units_[i], [&](const BlockItem& block) { split_blocks_.push_back({i, block}); });
  }
}

void HeadStage::Run() {
  std::fill(clocks_.begin(), clocks_.end(), WorkerClock{});
  const auto whole = static_cast<std::int64_t>(whole_);
  context_.workers.Run(whole + static_cast<std::int64_t>(pack_items_.size()), spread_,
                       [&](int worker, std::int64_t i) {
                         if (i < whole) return RunWhole(worker, static_cast<std::size_t>(i));
                         const PackItem& item = pack_items_[i - whole];
                         Pack(worker, units_[item.unit], item.tile,
                              tiles_.Of(item.unit)[static_cast<std::size_t>(item.tile)]);
                       });
  std::fill(clocks_.begin(), clocks_.end(), WorkerClock{});
  context_.workers.Run(static_cast<std::int64_t>(split_blocks_.size()), spread_,
                       [this](int worker, std::int64_t i) {
                         const SplitBlock& item = split_blocks_[i];
                         Attend(worker, item.block, tiles_.Of(item.unit));
                       });
}

void HeadStage::RunWhole(int worker, std::size_t unit) {
  const auto tile_count =
      static_cast<std::size_t>(TileCount(context_.widths, context_.SequenceOf(units_[unit]).keys));
  absl::Span<KeyValueTile> tiles = tiles_.Of(unit);
  if (tiles.size() < tile_count) {
    tiles = context_.workspace.workers[worker].TilesFor(tile_count);
  }
  if (context_.Needed(units_[unit])) {
    for (std::size_t t = 0; t < tile_count; ++t) {
      Pack(worker, units_[unit], static_cast<std::int64_t>(t), tiles[t]);
    }
  }
  OverBlocks(units_[unit], [&](const BlockItem& block) { Attend(worker, block, tiles); });
}

template <typename Body>
std::int64_t HeadStage::Timed(int worker, Body body) {
  if (!context_.time_heads) {
    body();
    return 0;
  }
  std::int64_t& last_end = clocks_[worker].last_end_ns;
  const std::int64_t begin = last_end != 0 ? last_end : NowNs();
  body();
  last_end = NowNs();
  return last_end - begin;
}

void HeadStage::Pack(int worker, const HeadUnit& unit, std::int64_t index, KeyValueTile& tile) {
  const Sequence& sequence = context_.SequenceOf(unit);
  const std::int64_t tile_keys = TileKeys(context_.widths);
  const std::int64_t begin = index * tile_keys;
  const std::int64_t ns = Timed(worker, [&] {
    context_.batch.RunFor(sequence.task, [&] {
      const int head =
          unit.kv_group * static_cast<int>(context_.spec().heads) / context_.heads.kv_groups();
      PackTile(context_.widths, context_.heads.Head(sequence, head), begin,
               std::min(tile_keys, sequence.keys - begin), tile);
      return absl::OkStatus();
    });
  });
  ChargePacking(unit, ns);
}

void HeadStage::ChargePacking(const HeadUnit& unit, std::int64_t ns) {
  const int task = context_.SequenceOf(unit).task;
  std::int64_t sharers = 0;
  context_.OverHeads(unit, [&](int head) { sharers += context_.work.Needed(task, head) ? 1 : 0; });
  context_.OverHeads(unit, [&](int head) {
    if (context_.work.Needed(task, head)) context_.work.Charge(task, head, ns / sharers);
  });
}

void HeadStage::Attend(int worker, const BlockItem& block, absl::Span<const KeyValueTile> tiles) {
  const int task = context_.batch.sequences()[block.sequence].task;
  const bool needed = context_.work.Needed(task, block.head);
  const std::int64_t ns = Timed(worker, [&] {
    if (!needed) return writer_.WriteZeros(block);
    context_.batch.RunFor(task, [&] { return AttendNeeded(worker, block, tiles); });
  });
  if (needed) context_.work.Charge(task, block.head, ns);
}

absl::Status HeadStage::AttendNeeded(int worker, const BlockItem& item,
                                     absl::Span<const KeyValueTile> tiles) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  WorkerScratch& scratch = context_.workspace.workers[worker];
  const ScoreRules rules = context_.RulesFor(sequence, item.head);
  const HeadBlock block{
      context_.heads.Head(sequence, item.head), item.first, item.count, {}, rules, tiles};
  const auto stopped = [&] { return context_.batch.Stopped(sequence.task); };
  absl::Status status = AttendBlock(context_.widths, block, stopped, scratch);
  if (status.ok()) writer_.Write(item, rules, scratch);
  return status;
}

}  // namespace headwise
