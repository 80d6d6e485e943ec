// The option --mask.
#ifndef HEADWISE_CLIENT_COMMAND_MASK_FLAG_H_
#define HEADWISE_CLIENT_COMMAND_MASK_FLAG_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "headwise/v1/attention.pb.h"

namespace CLI {
class App;
}

namespace headwise {

// Adds the option, which may be given several times and writes to `values`.
void AddMaskOption(CLI::App& app, std::vector<std::string>& values, const std::string& group);

// Loads FILE[:TENSOR]=attend|ignore|add. Four dimensions, or two, [T,Tk], for one mask of all
// sequences and heads. Usage errors for a value without a meaning; else those of LoadMaskValues,
// and INVALID_ARGUMENT for another shape or for a dtype that does not fit the meaning.
// Thread-safe.
absl::StatusOr<v1::Mask> LoadMask(const std::string& value);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_MASK_FLAG_H_
