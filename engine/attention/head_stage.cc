#include "engine/attention/head_stage.h"

#include <algorithm>
#include <cstdint>

#include "engine/attention/head_block.h"
#include "engine/attention/project_rows.h"

namespace headwise {
HeadStage::HeadStage(const StageContext& context, bool merge)
    : context_(context),
      merge_(merge),
      tiles_(context.batch, context.heads.kv_groups(), context.workspace.tiles),
      writer_(context_, merge),
      clocks_(context.workers.size()) {
  MakeItems();
}

void HeadStage::MakeItems() {
  const int first_head = static_cast<int>(context_.workspace.batches++ % context_.spec().heads);
  const int sequences = static_cast<int>(context_.batch.sequences().size());
  for (int sequence = 0; sequence < sequences; ++sequence) AddItems(sequence, first_head);
}

void HeadStage::AddItems(int s, int first_head) {
  const Sequence& sequence = context_.batch.sequences()[s];
  const int heads = static_cast<int>(context_.spec().heads);
  const auto pairs = static_cast<double>(sequence.queries) * static_cast<double>(sequence.keys);
  std::vector<bool> packed(context_.heads.kv_groups());
  for (int i = 0; i < heads; ++i) {
    const int head = (first_head + i) % heads;
    const bool needed = context_.work.Needed(sequence.task, head);
    if (needed || merge_) AddBlocks(s, head);
    if (!needed) continue;
    work_ += 2.0 * pairs * static_cast<double>(context_.plans.inner() + context_.plans.value_dim());
    const int group = context_.heads.KvGroup(head);
    if (packed[group]) continue;
    packed[group] = true;
    for (std::int64_t tile = 0; tile < TileCount(sequence.keys); ++tile) {
      pack_items_.push_back({s, group, tile});
    }
  }
}

void HeadStage::AddBlocks(int s, int head) {
  // The last blocks see the most keys if causal: they come first, so that no worker is left with
  // a long one at the end.
  const std::int64_t length = context_.batch.sequences()[s].queries;
  const std::int64_t blocks = (length + TileSizes::kQueries - 1) / TileSizes::kQueries;
  for (std::int64_t block = blocks - 1; block >= 0; --block) {
    const std::int64_t first = block * TileSizes::kQueries;
    block_items_.push_back({s, head, first, std::min(TileSizes::kQueries, length - first)});
  }
}

absl::Status HeadStage::Prepare() {
  for (const Sequence& sequence : context_.batch.sequences()) {
    const std::int64_t rest_queries = sequence.queries % TileSizes::kQueries;
    const std::int64_t rest_keys = sequence.keys % TileSizes::kKeys;
    for (std::int64_t queries : {rest_queries, TileSizes::kQueries}) {
      for (std::int64_t keys : {rest_keys, TileSizes::kKeys}) {
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
  context_.workspace.states.resize(context_.spec().heads * context_.batch.rows());
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
                       [this](int worker, std::int64_t i) { PackOne(worker, pack_items_[i]); });
}

void HeadStage::PackOne(int worker, const PackItem& item) {
  const std::int64_t ns = Timed(worker, [&] {
    const Sequence& sequence = context_.batch.sequences()[item.sequence];
    context_.batch.RunFor(sequence.task, [&] {
      int head = 0;
      while (context_.heads.KvGroup(head) != item.kv_group) ++head;
      return PackTile(worker, context_.plans, context_.heads.Head(sequence, head), sequence.keys,
                      item.tile, context_.workspace.workers[worker],
                      tiles_.Of(item.sequence, item.kv_group)[item.tile]);
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
                        tiles_.Of(item.sequence, context_.heads.KvGroup(item.head))};
  const auto stopped = [&] { return context_.batch.Stopped(sequence.task); };
  absl::Status status = AttendBlock(worker, context_.plans, block, stopped, scratch);
  if (status.ok()) writer_.Write(item, rules, scratch);
  return status;
}

}  // namespace headwise
