// Values of the command's JSON answers.
#ifndef HEADWISE_CLIENT_COMMAND_JSON_OUTPUT_H_
#define HEADWISE_CLIENT_COMMAND_JSON_OUTPUT_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "headwise/v1/tensor.pb.h"
#include "nlohmann/json.hpp"

namespace headwise {

// Keys keep the order in which they were set.
using Json = nlohmann::ordered_json;

// A float with the digits that identify it (0.1 and not 0.10000000149011612); null for NaN and
// infinities, which JSON does not have. Thread-safe, as all of this file.
Json JsonNumber(float value);
Json JsonNumber(double value);

Json JsonShape(absl::Span<const std::int64_t> shape);

// {"dtype", "shape"} and, if `with_values`, "values": all elements in one flat array.
Json JsonTensor(const v1::Tensor& tensor, bool with_values);

// Two blanks of indentation, arrays of numbers on one line, a final newline. Bytes that are no
// UTF-8 are replaced.
std::string JsonText(const Json& json);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_JSON_OUTPUT_H_
