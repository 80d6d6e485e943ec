// How a fuzz target reports what must never happen.
#ifndef HEADWISE_TESTS_FUZZ_REQUIRE_H_
#define HEADWISE_TESTS_FUZZ_REQUIRE_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace headwise::fuzz {

// Ends the process, with `what` and `detail` on stderr, unless `holds`. Thread-safe, as all of
// these.
void Require(bool holds, absl::string_view what, absl::string_view detail = "");

// One line of printable ASCII.
void RequireOneLine(absl::string_view text);

// The error of a bad input: neither INTERNAL nor UNKNOWN, one line, and without `folder` unless
// that is empty.
void RequireGoodError(const absl::Status& status, absl::string_view folder = "");

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_REQUIRE_H_
