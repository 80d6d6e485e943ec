// The header of a .npy file (NumPy's format, versions 1 to 3).
#ifndef HEADWISE_CLIENT_COMMAND_NPY_HEADER_H_
#define HEADWISE_CLIENT_COMMAND_NPY_HEADER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

struct NpyHeader {
  std::string descr;           // "<f4"
  bool fortran_order = false;  // first dimension varies fastest
  std::vector<std::int64_t> shape;
};

// Parses the text between a file's length field and its data: a Python dict with the keys descr,
// fortran_order and shape, each once and no other. INVALID_ARGUMENT says what was expected; it
// does not name the file. Thread-safe.
absl::StatusOr<NpyHeader> ParseNpyHeader(absl::string_view text);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_NPY_HEADER_H_
