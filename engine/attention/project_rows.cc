#include "engine/attention/project_rows.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headwise {
namespace {

// One block of columns of one panel of rows.
struct Item {
  const ProjectionTarget* target;
  int block;
  std::int64_t first;
};

// Blocks outermost, so that a block's weights stay in the cache from panel to panel.
std::vector<Item> Items(absl::Span<const ProjectionTarget> targets, std::int64_t rows) {
  std::vector<Item> items;
  for (const ProjectionTarget& target : targets) {
    for (int block = 0; block < target.projection->blocks(); ++block) {
      for (std::int64_t first = 0; first < rows; first += target.projection->panel_rows()) {
        items.push_back({&target, block, first});
      }
    }
  }
  return items;
}

double Work(absl::Span<const ProjectionTarget> targets, std::int64_t rows) {
  double operations = 0;
  for (const ProjectionTarget& target : targets) {
    operations += 2.0 * static_cast<double>(rows) *
                  static_cast<double>(target.projection->inner()) *
                  static_cast<double>(target.projection->columns());
  }
  return operations;
}

}  // namespace

void ProjectRows(Batch& batch, WorkerPool& workers, absl::Span<const ProjectionTarget> targets,
                 absl::FunctionRef<const float*(std::int64_t, std::int64_t)> source) {
  const std::vector<Item> items = Items(targets, batch.rows());
  const auto spread = Work(targets, batch.rows()) < kSmallWork ? WorkerPool::Spread::kCallerOnly
                                                               : WorkerPool::Spread::kAllWorkers;
  workers.Run(static_cast<std::int64_t>(items.size()), spread, [&](int worker, std::int64_t i) {
    batch.RunForAll([&] {
      const auto& [target, block, first] = items[i];
      const Projection& projection = *target->projection;
      const std::int64_t rows = std::min(projection.panel_rows(), batch.rows() - first);
      return projection.Run(worker, block, rows, source(first, projection.HeightFor(rows)),
                            target->destination(first));
    });
  });
}

}  // namespace headwise
