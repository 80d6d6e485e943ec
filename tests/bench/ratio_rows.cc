#include "tests/bench/ratio_rows.h"

#include <memory>
#include <utility>

#include "tests/bench/row_builder.h"

namespace headwise::bench {

std::vector<RatioRow> RatioRows(Engine& engine, Yardsticks& yardsticks, int alternations) {
  // Kept alive by the rows.
  const auto builder = std::make_shared<RowBuilder>(engine, yardsticks, alternations);
  AddCoreRows(*builder);
  AddLayerRows(*builder);
  AddWeightRows(*builder);
  AddOptionRows(*builder);
  AddOverheadRows(*builder);
  std::vector<RatioRow> rows = std::move(builder->rows());
  for (RatioRow& row : rows) {
    row.measure = [builder, measure = std::move(row.measure)] { return measure(); };
  }
  return rows;
}

}  // namespace headwise::bench
