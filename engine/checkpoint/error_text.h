// Pieces of error texts: names from files, made safe to print on one line.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ERROR_TEXT_H_
#define HEADWISE_ENGINE_CHECKPOINT_ERROR_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace headwise {

// `name` as plain ASCII on one line, cut to 120 characters. Thread-safe, as all of these.
std::string Printable(absl::string_view name);

// "a, b and 3 more": at most `limit` items, each through Printable. "nothing" for none.
std::string ListSome(absl::Span<const std::string> items, std::size_t limit = 6);

// "[48,144]"; at most eight dimensions.
std::string FormatDims(absl::Span<const std::int64_t> dims);

// The last component of a path: error texts never name folders.
std::string FileName(absl::string_view path);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ERROR_TEXT_H_
