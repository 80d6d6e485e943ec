// Looks at the numbers that a request brings.
#ifndef HEADWISE_SERVER_CONVERT_INPUT_VALUES_H_
#define HEADWISE_SERVER_CONVERT_INPUT_VALUES_H_

#include "absl/status/status.h"
#include "server/convert/parsed_attend.h"

namespace headwise {

// INVALID_ARGUMENT naming the first NaN or infinity of a sequence's rows before its length, in
// the input and in what keys and values come from. Reads all of them. Pure; thread-safe.
absl::Status CheckFiniteInputs(const ParsedAttend& parsed);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_INPUT_VALUES_H_
