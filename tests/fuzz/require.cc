#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "absl/strings/match.h"

namespace headwise::fuzz {

void Require(bool holds, absl::string_view what, absl::string_view detail) {
  if (holds) return;
  std::cerr << "does not hold: " << std::string(what) << ": " << std::string(detail) << std::endl;
  std::abort();
}

void RequireOneLine(absl::string_view text) {
  const bool printable =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  Require(!text.empty() && printable, "one line of printable text", text);
}

void RequireGoodError(const absl::Status& status, absl::string_view folder) {
  const absl::StatusCode code = status.code();
  Require(code == absl::StatusCode::kInvalidArgument || code == absl::StatusCode::kUnimplemented ||
              code == absl::StatusCode::kNotFound,
          "an error that blames the input", status.ToString());
  RequireOneLine(status.message());
  Require(folder.empty() || !absl::StrContains(status.message(), folder),
          "an error without folders", status.message());
}

}  // namespace headwise::fuzz
