#include "client/command/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace headwise {
namespace {

struct Unit {
  double size;
  const char* name;
};

// With three significant digits, in the largest unit that gives at least 1.
template <std::size_t kCount>
std::string InUnits(double value, const std::array<Unit, kCount>& units) {
  const Unit* unit = &units.front();
  for (const Unit& candidate : units) {
    if (std::abs(value) >= candidate.size) unit = &candidate;
  }
  const double scaled = value / unit->size;
  const int decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
  return absl::StrFormat("%.*f %s", decimals, scaled, unit->name);
}

}  // namespace

std::string FormatCount(std::int64_t count) {
  std::string digits = absl::StrCat(count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) {
    i -= 3;
    digits.insert(i, ",");
  }
  return digits;
}

std::string FormatBytes(std::int64_t bytes) {
  if (bytes < 1024) return absl::StrCat(bytes, " B");
  double value = static_cast<double>(bytes) / 1024;
  const char* unit = "KiB";
  for (const char* next : {"MiB", "GiB", "TiB"}) {
    if (value < 1024) break;
    value /= 1024;
    unit = next;
  }
  return absl::StrFormat("%.1f %s", value, unit);
}

std::string FormatNanoseconds(double ns) {
  if (ns < 1000) return absl::StrFormat("%.0f ns", ns);
  return InUnits(ns, std::array<Unit, 3>{{{1e3, "us"}, {1e6, "ms"}, {1e9, "s"}}});
}

std::string FormatMicroseconds(double ns) { return absl::StrFormat("%.1f", ns / 1000); }

std::string FormatFlops(double flops) {
  return InUnits(
      flops, std::array<Unit, 5>{
                 {{1, "FLOP"}, {1e3, "KFLOP"}, {1e6, "MFLOP"}, {1e9, "GFLOP"}, {1e12, "TFLOP"}}});
}

std::string FormatSmall(double value) {
  return value == 0 ? std::string("0") : absl::StrFormat("%.3g", value);
}

std::string FormatBar(double share, int width, bool utf8) {
  if (!(share > 0)) return "";
  const double cells = std::min(share, 1.0) * width;
  if (!utf8) {
    return std::string(static_cast<std::size_t>(std::max(1.0, std::round(cells))), '#');
  }
  const int eighths = std::max(1, static_cast<int>(std::lround(cells * 8)));
  std::string bar;
  for (int i = 0; i < eighths / 8; ++i) bar += "\u2588";
  constexpr const char* kParts[] = {"",       "\u258f", "\u258e", "\u258d",
                                    "\u258c", "\u258b", "\u258a", "\u2589"};
  return bar + kParts[eighths % 8];
}

std::string FormatYesNo(bool yes) { return yes ? "yes" : "no"; }

std::string FormatPlural(std::int64_t count, absl::string_view noun) {
  return absl::StrCat(FormatCount(count), " ", noun, count == 1 ? "" : "s");
}

}  // namespace headwise
