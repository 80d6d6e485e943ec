// How packed matrices are cut into panels.
#ifndef HEADWISE_ENGINE_SIMD_PANEL_LAYOUT_H_
#define HEADWISE_ENGINE_SIMD_PANEL_LAYOUT_H_

#include <algorithm>
#include <cstdint>

namespace headwise {

struct PanelLayout {
  std::int64_t columns;  // of a whole panel
  std::int64_t lanes;    // of a vector

  // Columns, filled up to whole vectors, of the panel that begins at column `first`.
  std::int64_t Width(std::int64_t matrix_columns, std::int64_t first) const {
    return std::min((matrix_columns - first + lanes - 1) / lanes * lanes, columns);
  }
};

// That of the instruction set that this process's kernels run with. Thread-safe.
PanelLayout CurrentPanelLayout();

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_PANEL_LAYOUT_H_
