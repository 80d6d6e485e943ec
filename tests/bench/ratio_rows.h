// The table of targets: what is measured against what.
#ifndef HEADWISE_TESTS_BENCH_RATIO_ROWS_H_
#define HEADWISE_TESTS_BENCH_RATIO_ROWS_H_

#include <vector>

#include "engine/attention/engine.h"
#include "tests/bench/ratio.h"
#include "tests/bench/yardsticks.h"

namespace headwise::bench {

// Rows borrow engine and yardsticks.
std::vector<RatioRow> RatioRows(Engine& engine, Yardsticks& yardsticks, int alternations);

}  // namespace headwise::bench

#endif  // HEADWISE_TESTS_BENCH_RATIO_ROWS_H_
