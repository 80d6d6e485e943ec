#include "engine/attention/map_stage.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>

namespace headwise {

MapStage::MapStage(const StageContext& context, absl::Span<const HeadUnit> units,
                   const UnitTiles& tiles)
    : context_(context), units_(units), tiles_(tiles) {
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    for (MapQuestion question : kMapQuestions) AddItems(unit, question);
  }
}

void MapStage::AddItems(std::size_t unit, MapQuestion question) {
  const Sequence& sequence = context_.batch.sequences()[units_[unit].sequence];
  const RowSelection& selection =
      SelectionOf(question, context_.batch.request(sequence.task).outputs);
  for (std::size_t h = 0; h < selection.heads.size(); ++h) {
    if (context_.heads.KvGroup(selection.heads[h]) != units_[unit].kv_group) continue;
    AddRows({unit, question, static_cast<int>(h), {}, {}, {}}, selection, sequence);
  }
}

void MapStage::AddRows(const Item& empty, const RowSelection& selection, const Sequence& sequence) {
  const std::int64_t rows = selection.row_count(sequence.queries);
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

const Sequence& MapStage::SequenceOf(const Item& item) const {
  return context_.batch.sequences()[units_[item.unit].sequence];
}

void MapStage::Run() {
  if (items_.empty()) return;
  context_.workers.Run(static_cast<std::int64_t>(items_.size()), WorkerPool::Spread::kAllWorkers,
                       [this](int worker, std::int64_t i) {
                         Item& item = items_[i];
                         const int task = SequenceOf(item).task;
                         context_.batch.RunFor(task, [&] { return RunOne(worker, item); });
                       });
  context_.batch.RunForAll([this] {
    WriteStatistics();
    return absl::OkStatus();
  });
}

absl::Status MapStage::RunOne(int worker, Item& item) {
  const Sequence& sequence = SequenceOf(item);
  const RowSelection& selection =
      SelectionOf(item.question, context_.batch.request(sequence.task).outputs);
  const int head = selection.heads[item.head_index];
  const ScoreRules rules = context_.RulesFor(sequence, head);
  const HeadBlock block{context_.heads.Head(sequence, head),
                        0,
                        static_cast<std::int64_t>(item.tokens.size()),
                        item.tokens,
                        rules,
                        tiles_.Of(item.unit)};
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
      context_.widths, block, [&] { return context_.batch.Stopped(sequence.task); },
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
    const Sequence& sequence = SequenceOf(item);
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
