#include "engine/attention/project_rows.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headwise {
namespace {

// One block of columns of one panel of rows.
struct Item {
  const RowProjection* of;
  int block;
  std::int64_t first;
};

// Blocks outermost, so that a block's weights stay in the cache from panel to panel.
std::vector<Item> Items(absl::Span<const RowProjection> projections) {
  std::vector<Item> items;
  for (const RowProjection& one : projections) {
    for (int block = one.first_block; block < one.end_block; ++block) {
      for (std::int64_t first = 0; first < one.rows; first += one.projection->panel_rows()) {
        items.push_back({&one, block, first});
      }
    }
  }
  return items;
}

double Work(absl::Span<const RowProjection> projections) {
  double operations = 0;
  for (const RowProjection& one : projections) {
    operations += 2.0 * static_cast<double>(one.rows) *
                  static_cast<double>(one.projection->inner()) *
                  static_cast<double>(one.projection->Columns(one.first_block, one.end_block));
  }
  return operations;
}

}  // namespace

void ProjectRows(Batch& batch, WorkerPool& workers, absl::Span<const RowProjection> projections) {
  const std::vector<Item> items = Items(projections);
  const auto spread = Work(projections) < kSmallWork ? WorkerPool::Spread::kCallerOnly
                                                     : WorkerPool::Spread::kAllWorkers;
  workers.Run(static_cast<std::int64_t>(items.size()), spread, [&](int worker, std::int64_t i) {
    batch.RunForAll([&] {
      const Item& item = items[i];
      const Projection& projection = *item.of->projection;
      const std::int64_t rows = std::min(projection.panel_rows(), item.of->rows - item.first);
      return projection.Run(worker, item.block, rows,
                            item.of->source(item.first, projection.HeightFor(rows)),
                            item.of->destination(item.first));
    });
  });
}

}  // namespace headwise
