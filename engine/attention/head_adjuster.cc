#include "engine/attention/head_adjuster.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/simd/norm.h"
#include "engine/simd/rotary.h"

namespace headwise {
namespace {

constexpr std::int64_t kChunk = 32;

const float* DataOrNull(const std::vector<float>& values) {
  return values.empty() ? nullptr : values.data();
}

// The same place, to be written: `matrix` lies in `rows`.
float* Writable(const ProjectedRows& rows, const FloatRows& matrix) {
  return rows.data + (matrix.data - rows.data);
}

}  // namespace

HeadAdjuster::HeadAdjuster(const LayerSpec& spec, const LayerWeights& weights)
    : spec_(spec),
      query_norm_(weights.query_norm),
      key_norm_(weights.key_norm),
      query_norm_bias_(weights.query_norm_bias),
      key_norm_bias_(weights.key_norm_bias) {}

bool HeadAdjuster::NeedsPass() const {
  return spec_.rope.dims > 0 || spec_.qk_norm.kind != NormKind::kNone || spec_.clip_qkv > 0;
}

HeadAdjuster::Sides HeadAdjuster::SidesOf(const HeadsForm& form, const ProjectedRows& rows) const {
  Sides sides;
  sides.queries.width = sides.keys.width = spec_.head_dim;
  sides.values.width = spec_.value_head_dim();
  sides.queries.factors = DataOrNull(query_norm_);
  sides.queries.offsets = DataOrNull(query_norm_bias_);
  sides.keys.factors = DataOrNull(key_norm_);
  sides.keys.offsets = DataOrNull(key_norm_bias_);
  std::vector<bool> taken(form.kv_groups());
  for (int head = 0; head < static_cast<int>(spec_.heads); ++head) {
    const HeadMatrices matrices = form.Head(head, rows);
    sides.queries.stride = matrices.queries.stride;
    sides.queries.heads.push_back(Writable(rows, matrices.queries));
    sides.queries.sources.push_back(head);
    const int group = form.KvGroup(head);
    if (taken[group]) continue;
    taken[group] = true;
    sides.keys.stride = matrices.keys.stride;
    sides.keys.heads.push_back(Writable(rows, matrices.keys));
    sides.keys.sources.push_back(form.KvHead(group));
    sides.values.stride = matrices.values.stride;
    sides.values.heads.push_back(Writable(rows, matrices.values));
  }
  sides.keys.copies = form.kv_groups() / (form.KvHead(form.kv_groups() - 1) + 1);
  return sides;
}

std::vector<HeadAdjuster::Item> HeadAdjuster::ItemsOf(const Batch& batch) const {
  std::vector<Item> items;
  const auto add = [&](const Sequence& sequence, std::int64_t tokens, bool queries, bool keys) {
    for (std::int64_t first = 0; first < tokens; first += kChunk) {
      items.push_back({&sequence, first, std::min(kChunk, tokens - first), queries, keys});
    }
  };
  for (const Sequence& sequence : batch.sequences()) {
    add(sequence, sequence.queries, true, !batch.cross());
    if (batch.cross()) add(sequence, sequence.keys, false, true);
  }
  return items;
}

std::vector<std::shared_ptr<const RopeTable>> HeadAdjuster::TablesOf(const Batch& batch) {
  std::vector<std::shared_ptr<const RopeTable>> tables(batch.task_count());
  if (spec_.rope.dims == 0) return tables;
  for (int task = 0; task < batch.task_count(); ++task) {
    if (last_table_ == nullptr || spec_.rope.depends_on_length()) {
      std::vector<double> frequencies = spec_.rope.Frequencies(batch.request(task).keys());
      if (last_table_ == nullptr || last_table_->frequencies() != frequencies) {
        last_table_ =
            std::make_shared<const RopeTable>(std::move(frequencies), spec_.rope.attention_factor);
      }
    }
    tables[task] = last_table_;
  }
  return tables;
}

void HeadAdjuster::Run(const HeadsForm& form, const ProjectedRows& rows, Batch& batch,
                       WorkerPool& workers) {
  if (!NeedsPass()) return;
  batch.RunForAll([&] {
    const Sides sides = SidesOf(form, rows);
    const std::vector<Item> items = ItemsOf(batch);
    const auto tables = TablesOf(batch);
    const auto spread =
        items.size() > 2 ? WorkerPool::Spread::kAllWorkers : WorkerPool::Spread::kCallerOnly;
    workers.Run(static_cast<std::int64_t>(items.size()), spread, [&](int, std::int64_t i) {
      const int task = items[i].sequence->task;
      batch.RunFor(task, [&] {
        RunItem(items[i], sides, batch.request(task), tables[task].get());
        return absl::OkStatus();
      });
    });
    return absl::OkStatus();
  });
}

void HeadAdjuster::RunItem(const Item& item, const Sides& sides, const AttentionRequest& request,
                           const RopeTable* table) const {
  RopeTable::Cursor cursor;
  std::vector<float> cos(spec_.rope.dims / 2);
  std::vector<float> sin(spec_.rope.dims / 2);
  for (std::int64_t token = item.first; token < item.first + item.count; ++token) {
    if (table != nullptr) {
      const std::int64_t index = item.sequence->b * request.tokens() + token;
      const std::int64_t position = request.positions.empty() ? token : request.positions[index];
      table->At(position, cursor, cos.data(), sin.data());
    }
    if (item.of_queries) {
      AdjustRow(sides.queries, item.sequence->query_row + token, cos.data(), sin.data());
    }
    if (!item.of_keys) continue;
    const std::int64_t row = item.sequence->key_row + token;
    AdjustRow(sides.keys, row, cos.data(), sin.data());
    if (spec_.clip_qkv == 0) continue;
    for (std::size_t head = 0; head < sides.values.heads.size(); ++head) {
      Clip(sides.values.At(head, row), sides.values.width, static_cast<float>(spec_.clip_qkv));
    }
  }
}

void HeadAdjuster::AdjustRow(const Side& side, std::int64_t row, const float* cos,
                             const float* sin) const {
  const auto limit = static_cast<float>(spec_.clip_qkv);
  for (std::size_t head = 0; limit > 0 && head < side.heads.size(); ++head) {
    Clip(side.At(head, row), side.width, limit);
  }
  if (spec_.qk_norm.kind != NormKind::kNone) NormRow(side, row);
  const std::int64_t pairs = spec_.rope.dims / 2;
  for (std::size_t head = 0; pairs > 0 && head < side.heads.size(); ++head) {
    float* values = side.At(head, row);
    spec_.rope.interleaved ? RotateInterleaved(values, pairs, cos, sin)
                           : RotateHalves(values, pairs, cos, sin);
  }
}

void HeadAdjuster::NormRow(const Side& side, std::int64_t row) const {
  if (spec_.qk_norm.scope == NormScope::kProjection) {
    return NormHeads(side, row, 0, side.heads.size());
  }
  for (std::size_t head = 0; head < side.heads.size(); ++head) {
    NormHeads(side, row, head, head + 1);
  }
}

void HeadAdjuster::NormHeads(const Side& side, std::int64_t row, std::size_t first,
                             std::size_t end) const {
  // A projection's mean counts every head once, though a form may hold copies.
  const auto step = static_cast<std::size_t>(side.copies);
  const std::size_t heads = (end - first + step - 1) / step;
  const double count = static_cast<double>(heads) * static_cast<double>(side.width);
  double mean = 0;
  if (spec_.qk_norm.kind == NormKind::kLayer) {
    for (std::size_t h = first; h < end; h += step) mean += SumOf(side.At(h, row), side.width);
    mean /= count;
  }
  double squares = 0;
  for (std::size_t h = first; h < end; h += step) {
    squares += SumOfSquares(side.At(h, row), side.width, static_cast<float>(mean));
  }
  const double inverse = 1 / std::sqrt(squares / count + spec_.qk_norm.epsilon);
  for (std::size_t h = first; h < end; ++h) {
    const std::int64_t at = side.sources[h] * side.width;
    ApplyNorm(side.At(h, row), side.width, static_cast<float>(mean), static_cast<float>(inverse),
              side.factors + at, side.offsets == nullptr ? nullptr : side.offsets + at);
  }
}

}  // namespace headwise
