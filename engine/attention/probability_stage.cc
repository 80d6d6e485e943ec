#include "engine/attention/probability_stage.h"

#include <cstdint>
#include <utility>

#include "engine/tensor/convert.h"

namespace headwise {

ProbabilityStage::ProbabilityStage(const StageContext& context, const SequenceTiles& tiles)
    : context_(context), tiles_(tiles) {
  for (std::size_t s = 0; s < context.batch.sequences().size(); ++s) {
    AddItems(static_cast<int>(s));
  }
}

void ProbabilityStage::AddItems(int sequence) {
  const Sequence& s = context_.batch.sequences()[sequence];
  const OutputSelection& outputs = context_.batch.request(s.task).outputs;
  const bool all_rows = outputs.probability_rows.empty();
  const std::int64_t rows =
      all_rows ? s.length : static_cast<std::int64_t>(outputs.probability_rows.size());
  for (std::size_t h = 0; h < outputs.probability_heads.size(); ++h) {
    Item item{sequence, static_cast<int>(h), {}, {}};
    for (std::int64_t position = 0; position < rows; ++position) {
      const std::int64_t token = all_rows ? position : outputs.probability_rows[position];
      if (token >= s.length) continue;  // stays zero
      item.tokens.push_back(token);
      item.positions.push_back(position);
      if (static_cast<std::int64_t>(item.tokens.size()) < TileSizes::kQueries) continue;
      items_.push_back(std::exchange(item, Item{sequence, static_cast<int>(h), {}, {}}));
    }
    if (!item.tokens.empty()) items_.push_back(std::move(item));
  }
}

absl::Status ProbabilityStage::PreparePlans() {
  for (const Item& item : items_) {
    const int height = TileSizes::HeightIndex(static_cast<std::int64_t>(item.tokens.size()));
    const std::int64_t keys = context_.batch.sequences()[item.sequence].length;
    for (std::int64_t width : {keys % TileSizes::kKeys, TileSizes::kKeys}) {
      if (width == 0 || width > keys) continue;
      absl::Status status = context_.plans.Prepare(height, TileSizes::WidthIndex(width));
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

void ProbabilityStage::Run() {
  if (items_.empty()) return;
  context_.batch.RunForAll([this] { return PreparePlans(); });
  context_.workers.Run(static_cast<std::int64_t>(items_.size()), WorkerPool::Spread::kAllWorkers,
                       [this](int worker, std::int64_t i) {
                         const Item& item = items_[i];
                         const int task = context_.batch.sequences()[item.sequence].task;
                         context_.batch.RunFor(task, [&] { return RunOne(worker, item); });
                       });
}

absl::Status ProbabilityStage::RunOne(int worker, const Item& item) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  const int head = context_.batch.request(sequence.task).outputs.probability_heads[item.head_index];
  const HeadBlock block{context_.Head(head),
                        sequence.first_row,
                        0,
                        static_cast<std::int64_t>(item.tokens.size()),
                        item.tokens,
                        KeyMask(context_.Causal(sequence.task), sequence.length, sequence.length),
                        context_.spec.scale,
                        tiles_.Of(item.sequence, context_.form.KvGroup(head))};
  const MutableTensorView& to = context_.batch.task(sequence.task).outputs.probabilities;
  const Shape& shape = to.shape();
  const std::int64_t map = sequence.b * shape.dim(1) + item.head_index;
  return ProbabilitiesOfBlock(
      worker, context_.plans, block,
      &context_.workspace.states[head * context_.batch.rows() + sequence.first_row],
      [&] { return context_.batch.Stopped(sequence.task); }, context_.workspace.workers[worker],
      [&](std::int64_t query, std::int64_t begin, std::int64_t count, const float* values) {
        const std::int64_t row = map * shape.dim(2) + item.positions[query];
        NarrowFromFloat(to.dtype(), values, count,
                        to.data() + (row * shape.dim(3) + begin) * ByteWidth(to.dtype()));
      });
}

}  // namespace headwise
