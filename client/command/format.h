// Numbers as a person reads them.
#ifndef HEADWISE_CLIENT_COMMAND_FORMAT_H_
#define HEADWISE_CLIENT_COMMAND_FORMAT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace headwise {

// "1,234,567"
std::string FormatCount(std::int64_t count);
// "512 B", "1.5 KiB", "64.0 MiB"
std::string FormatBytes(std::int64_t bytes);
// "850 ns", "12.3 us", "4.56 ms", "1.20 s"
std::string FormatNanoseconds(double ns);
// Microseconds with one decimal and without a unit, for a column that names it.
std::string FormatMicroseconds(double ns);
// "12.3 MFLOP", "1.05 GFLOP"
std::string FormatFlops(double flops);
// Three significant digits, "0" for zero: "2.4e-07", "0.0123"
std::string FormatSmall(double value);
// A share in 0..1 as a bar of at most `width` cells: eighths of blocks, or '#' without UTF-8.
std::string FormatBar(double share, int width, bool utf8);
// "no" and "yes"
std::string FormatYesNo(bool yes);
// `count` and `noun`, in the plural unless it is one: "1 token", "17 tokens"
std::string FormatPlural(std::int64_t count, absl::string_view noun);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_FORMAT_H_
