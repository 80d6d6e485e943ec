#include "engine/attention/head_stage.h"

#include <algorithm>
#include <cstdint>

#include "engine/attention/head_block.h"
#include "engine/attention/project_rows.h"

namespace headwise {
HeadStage::HeadStage(const StageContext& context, SequenceRange range, bool merge)
    : context_(context),
      range_(range),
      merge_(merge),
      tiles_(
          context.batch, range, context.heads.kv_groups(),
          [&](const Sequence& sequence) {
            return context.batch.request(sequence.task).causal.value_or(context.spec().causal);
          },
          context.workspace.tiles),
      writer_(context_, merge),
      clocks_(context.workers.size()) {
  MakeItems();
}

void HeadStage::MakeItems() {
  const int first_head = static_cast<int>(context_.workspace.batches++ % context_.spec().heads);
  for (int sequence = range_.first; sequence < range_.end; ++sequence) {
    AddItems(sequence, first_head);
  }
}

void HeadStage::AddItems(int s, int first_head) {
  const Sequence& sequence = context_.batch.sequences()[s];
  const int heads = static_cast<int>(context_.spec().heads);
  const auto pairs = static_cast<double>(sequence.queries) * static_cast<double>(sequence.keys);
  std::vector<int> pack_item_of(context_.heads.kv_groups(), -1);
  for (int i = 0; i < heads; ++i) {
    const int head = (first_head + i) % heads;
    if (!context_.work.Needed(sequence.task, head)) {
      if (merge_) AddBlocks(s, head, block_items_);
      continue;
    }
    work_ += 2.0 * pairs * static_cast<double>(context_.plans.inner() + context_.plans.value_dim());
    const int group = context_.heads.KvGroup(head);
    if (pack_item_of[group] < 0) {
      pack_item_of[group] = static_cast<int>(pack_items_.size());
      AddPacking(s, group);
    }
    AddBlocks(s, head, Short(sequence) ? pack_items_[pack_item_of[group]].blocks : block_items_);
  }
}

// One tile, one block a head, and enough groups in the batch to keep workers busy. Nothing of it
// changes a result.
bool HeadStage::Short(const Sequence& sequence) const {
  constexpr std::int64_t kEnoughItems = 8;
  const auto groups = static_cast<std::int64_t>(context_.heads.kv_groups());
  const std::int64_t sequences = range_.end - range_.first;
  return sequence.keys > 0 && sequence.keys <= TileSizes::kQueries &&
         sequence.queries <= TileSizes::kQueries && groups * sequences >= kEnoughItems;
}

void HeadStage::AddPacking(int s, int group) {
  const std::int64_t keys = context_.batch.sequences()[s].keys;
  std::int64_t begin = 0;
  for (KeyValueTile& tile : tiles_.Of(s, group)) {
    pack_items_.push_back({s, group, begin, std::min(TileSizes::kKeys, keys - begin), &tile, {}});
    begin += TileSizes::kKeys;
  }
  begin = 0;
  for (KeyValueTile& half : tiles_.HalvesOf(s, group)) {
    pack_items_.push_back({s, group, begin, TileSizes::kQueries, &half, {}});
    begin += TileSizes::kKeys;
  }
}

void HeadStage::AddBlocks(int s, int head, std::vector<BlockItem>& to) {
  // The last blocks see the most keys if causal: they come first, so that no worker is left with
  // a long one at the end.
  const std::int64_t length = context_.batch.sequences()[s].queries;
  const std::int64_t blocks = (length + TileSizes::kQueries - 1) / TileSizes::kQueries;
  for (std::int64_t block = blocks - 1; block >= 0; --block) {
    const std::int64_t first = block * TileSizes::kQueries;
    to.push_back({s, head, first, std::min(TileSizes::kQueries, length - first)});
  }
}

absl::Status HeadStage::Prepare() {
  for (int s = range_.first; s < range_.end; ++s) {
    const Sequence& sequence = context_.batch.sequences()[s];
    const std::int64_t rest_queries = sequence.queries % TileSizes::kQueries;
    const std::int64_t rest_keys = sequence.keys % TileSizes::kKeys;
    for (std::int64_t queries : {rest_queries, TileSizes::kQueries}) {
      for (std::int64_t keys : {rest_keys, TileSizes::kQueries, TileSizes::kKeys}) {
        if (queries == 0 || keys == 0 || queries > sequence.queries || keys > sequence.keys) {
          continue;
        }
        absl::Status status =
            context_.plans.Prepare(TileSizes::HeightIndex(queries), TileSizes::WidthIndex(keys));
        if (!status.ok()) return status;
      }
    }
  }
  return absl::OkStatus();
}

void HeadStage::Run() {
  PackTiles();
  AttendBlocks();
}

WorkerPool::Spread HeadStage::Spread() const {
  return work_ < kSmallWork ? WorkerPool::Spread::kCallerOnly : WorkerPool::Spread::kAllWorkers;
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

void HeadStage::PackTiles() {
  std::fill(clocks_.begin(), clocks_.end(), WorkerClock{});
  context_.workers.Run(static_cast<std::int64_t>(pack_items_.size()), Spread(),
                       [this](int worker, std::int64_t i) { RunPackItem(worker, pack_items_[i]); });
}

void HeadStage::RunPackItem(int worker, const PackItem& item) {
  PackOne(worker, item);
  for (const BlockItem& block : item.blocks) AttendOne(worker, block);
}

void HeadStage::PackOne(int worker, const PackItem& item) {
  const std::int64_t ns = Timed(worker, [&] {
    const Sequence& sequence = context_.batch.sequences()[item.sequence];
    context_.batch.RunFor(sequence.task, [&] {
      int head = 0;
      while (context_.heads.KvGroup(head) != item.kv_group) ++head;
      return PackTile(worker, context_.plans, context_.heads.Head(sequence, head), item.begin,
                      item.count, context_.workspace.workers[worker], *item.tile);
    });
  });
  ChargePacking(item, ns);
}

void HeadStage::ChargePacking(const PackItem& item, std::int64_t ns) {
  const int task = context_.batch.sequences()[item.sequence].task;
  const int heads = static_cast<int>(context_.spec().heads);
  const auto shares = [&](int head) {
    return context_.heads.KvGroup(head) == item.kv_group && context_.work.Needed(task, head);
  };
  std::int64_t sharers = 0;
  for (int head = 0; head < heads; ++head) sharers += shares(head) ? 1 : 0;
  for (int head = 0; head < heads; ++head) {
    if (shares(head)) context_.work.Charge(task, head, ns / sharers);
  }
}

void HeadStage::AttendBlocks() {
  std::fill(clocks_.begin(), clocks_.end(), WorkerClock{});
  context_.workers.Run(static_cast<std::int64_t>(block_items_.size()), Spread(),
                       [this](int worker, std::int64_t i) { AttendOne(worker, block_items_[i]); });
}

void HeadStage::AttendOne(int worker, const BlockItem& item) {
  const int task = context_.batch.sequences()[item.sequence].task;
  const bool needed = context_.work.Needed(task, item.head);
  const std::int64_t ns = Timed(worker, [&] {
    if (!needed) return writer_.WriteZeros(item);
    context_.batch.RunFor(task, [&] { return AttendNeeded(worker, item); });
  });
  if (needed) context_.work.Charge(task, item.head, ns);
}

absl::Status HeadStage::AttendNeeded(int worker, const BlockItem& item) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  WorkerScratch& scratch = context_.workspace.workers[worker];
  const ScoreRules rules = context_.RulesFor(sequence, item.head);
  const HeadBlock block{context_.heads.Head(sequence, item.head),
                        item.first,
                        item.count,
                        {},
                        rules,
                        tiles_.Of(item.sequence, context_.heads.KvGroup(item.head)),
                        tiles_.HalvesOf(item.sequence, context_.heads.KvGroup(item.head))};
  const auto stopped = [&] { return context_.batch.Stopped(sequence.task); };
  absl::Status status = AttendBlock(worker, context_.plans, block, stopped, scratch);
  if (status.ok()) writer_.Write(item, rules, scratch);
  return status;
}

}  // namespace headwise
