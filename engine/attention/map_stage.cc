#include "engine/attention/map_stage.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>

namespace headwise {

MapStage::MapStage(const StageContext& context, SequenceRange range, const SequenceTiles& tiles)
    : context_(context), tiles_(tiles) {
  for (int s = range.first; s < range.end; ++s) {
    for (MapQuestion question : kMapQuestions) AddItems(s, question);
  }
}

void MapStage::AddItems(int s, MapQuestion question) {
  const Sequence& sequence = context_.batch.sequences()[s];
  const RowSelection& selection =
      SelectionOf(question, context_.batch.request(sequence.task).outputs);
  const std::int64_t rows = selection.row_count(sequence.queries);
  for (std::size_t h = 0; h < selection.heads.size(); ++h) {
    const Item empty{s, question, static_cast<int>(h), {}, {}, {}};
    Item item = empty;
    for (std::int64_t position = 0; position < rows; ++position) {
      const std::int64_t token = selection.rows.empty() ? position : selection.rows[position];
      if (token >= sequence.queries) continue;  // stays as it was filled
      item.tokens.push_back(token);
      item.positions.push_back(position);
      if (static_cast<std::int64_t>(item.tokens.size()) < TileSizes::kQueries) continue;
      items_.push_back(std::exchange(item, empty));
    }
    if (!item.tokens.empty()) items_.push_back(std::move(item));
  }
}

absl::Status MapStage::PreparePlans() {
  for (const Item& item : items_) {
    const int height = TileSizes::HeightIndex(static_cast<std::int64_t>(item.tokens.size()));
    const std::int64_t keys = context_.batch.sequences()[item.sequence].keys;
    for (std::int64_t width : {keys % TileSizes::kKeys, TileSizes::kKeys}) {
      if (width == 0 || width > keys) continue;
      absl::Status status = context_.plans.Prepare(height, TileSizes::WidthIndex(width));
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

void MapStage::Run() {
  if (items_.empty()) return;
  context_.batch.RunForAll([this] { return PreparePlans(); });
  context_.workers.Run(static_cast<std::int64_t>(items_.size()), WorkerPool::Spread::kAllWorkers,
                       [this](int worker, std::int64_t i) {
                         Item& item = items_[i];
                         const int task = context_.batch.sequences()[item.sequence].task;
                         context_.batch.RunFor(task, [&] { return RunOne(worker, item); });
                       });
  context_.batch.RunForAll([this] {
    WriteStatistics();
    return absl::OkStatus();
  });
}

absl::Status MapStage::RunOne(int worker, Item& item) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  const RowSelection& selection =
      SelectionOf(item.question, context_.batch.request(sequence.task).outputs);
  const int head = selection.heads[item.head_index];
  const ScoreRules rules = context_.RulesFor(sequence, head);
  const HeadBlock block{context_.heads.Head(sequence, head),
                        0,
                        static_cast<std::int64_t>(item.tokens.size()),
                        item.tokens,
                        rules,
                        tiles_.Of(item.sequence, context_.heads.KvGroup(head)),
                        {}};
  const SoftmaxState* states =
      &context_.workspace.states[head * context_.batch.rows() + sequence.query_row];
  std::vector<SoftmaxState> of_rows;
  for (std::int64_t token : item.tokens) of_rows.push_back(states[token]);
  const std::int64_t map =
      sequence.b * static_cast<std::int64_t>(selection.heads.size()) + item.head_index;
  const MapBlock of{block, of_rows.data(), context_.batch.task(sequence.task).outputs,
                    map,   item.positions, item.sums};
  const std::unique_ptr<MapSink> sink = MakeMapSink(item.question, of);
  absl::Status status = ScoresOfBlock(
      worker, context_.plans, block, [&] { return context_.batch.Stopped(sequence.task); },
      context_.workspace.workers[worker],
      [&](const ScoreTile& scores, const KeyValueTile& tile) { sink->Take(scores, tile); });
  if (status.ok()) sink->Finish();
  return status;
}

// In the order of the items, so that the sums do not depend on who computed them.
void MapStage::WriteStatistics() {
  std::map<std::tuple<int, std::int64_t, int>, StatisticsSums> totals;
  for (const Item& item : items_) {
    if (item.question != MapQuestion::kStatistics) continue;
    const Sequence& sequence = context_.batch.sequences()[item.sequence];
    StatisticsSums& total = totals[{sequence.task, sequence.b, item.head_index}];
    for (int s = 0; s < kHeadStatistics; ++s) total.sums[s] += item.sums.sums[s];
    total.rows += item.sums.rows;
  }
  for (const auto& [where, total] : totals) {
    const auto& [task, b, head_index] = where;
    const MutableTensorView& to = context_.batch.task(task).outputs.statistics;
    const std::int64_t first = (b * to.shape().dim(1) + head_index) * kHeadStatistics;
    for (int s = 0; s < kHeadStatistics; ++s) {
      const bool is_count = s == static_cast<int>(HeadStatistic::kRows);
      const double rows = is_count || total.rows == 0 ? 1 : static_cast<double>(total.rows);
      const auto mean = static_cast<float>(total.sums[s] / rows);
      std::memcpy(to.data() + (first + s) * std::int64_t{sizeof(mean)}, &mean, sizeof(mean));
    }
  }
}

}  // namespace headwise
