#include "client/picture/cost_axes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

constexpr int kPixelsPerStep = 56;
constexpr double kInset = 0.06;  // of the plot's width, left of the first and right of the last

double Largest(const CostPanel& panel) {
  double largest = 0;
  for (const CostLine& line : panel.lines) {
    for (const CostPoint& point : line.points) {
      largest = std::max({largest, point.value, point.high});
    }
  }
  return largest;
}

bool IsPowerOfTwo(std::int64_t value) { return (value & (value - 1)) == 0; }

// Whether texts of these widths at these middles keep a distance.
bool Apart(double place, const std::string& text, const Tick& other, int scale) {
  const double widths = (TextWidth(text, scale) + TextWidth(other.text, scale)) / 2.0;
  return std::abs(place - other.place) >= widths + 4 * scale;
}

}  // namespace

int MostSteps(int height) { return std::max(2, height / kPixelsPerStep); }

int ValueTextWidth(const CostPanel& panel, int most_steps, int scale) {
  int width = 0;
  for (double value : ValueSteps(Largest(panel), most_steps)) {
    width = std::max(width, TextWidth(absl::StrFormat("%.4g", value), scale));
  }
  return width;
}

CostAxes::CostAxes(const std::vector<std::int64_t>& heads, const CostPanel& panel, const Rect& plot)
    : heads_(heads), plot_(plot) {
  const std::vector<double> values = ValueSteps(Largest(panel), MostSteps(plot.height));
  end_ = values.back();
  for (double value : values) value_ticks_.push_back({Y(value), absl::StrFormat("%.4g", value)});
  const double first = std::log2(static_cast<double>(heads.front()));
  const double range = std::log2(static_cast<double>(heads.back())) - first;
  for (std::int64_t count : heads) {
    const double share = range > 0 ? (std::log2(static_cast<double>(count)) - first) / range : 0.5;
    x_.push_back(plot.x + plot.width * (kInset + (1 - 2 * kInset) * share));
  }
}

double CostAxes::Y(double value) const {
  return plot_.bottom() - 1 - value / end_ * (plot_.height - 1);
}

std::vector<Tick> CostAxes::HeadTicks(int scale) const {
  std::vector<Tick> ticks;
  for (bool powers : {true, false}) {
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      if (IsPowerOfTwo(heads_[i]) != powers) continue;
      const std::string text = absl::StrCat(heads_[i]);
      const bool room = std::all_of(ticks.begin(), ticks.end(), [&](const Tick& other) {
        return Apart(x_[i], text, other, scale);
      });
      if (room) ticks.push_back({x_[i], text});
    }
  }
  return ticks;
}

}  // namespace headwise
