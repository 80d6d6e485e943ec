// Which output goes into which field of a response.
#ifndef HEADWISE_SERVER_CONVERT_RESPONSE_LAYOUT_H_
#define HEADWISE_SERVER_CONVERT_RESPONSE_LAYOUT_H_

#include <array>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/attention/attention_request.h"
#include "engine/attention/attention_task.h"
#include "engine/tensor/dtype.h"

namespace headwise {

// One output of the engine.
struct ResponseField {
  absl::string_view name;
  std::optional<Shape> OutputShapes::*shape;
  MutableTensorView AttentionOutputs::*output;
  std::optional<DType> dtype;  // nullopt: what the request says
  // Field numbers from the response down to a Tensor, 0 for none: statistics are read out of the
  // engine's tensor into a list.
  std::array<int, 2> path;
  absl::string_view mend;  // what to ask instead if it is too large

  bool is_tensor() const { return path[0] != 0; }
};

// A table that lives as long as the program.
using ResponseLayout = absl::Span<const ResponseField>;
ResponseLayout AttendLayout();  // of AttendResponse
ResponseLayout CoreLayout();    // of AttendCoreResponse

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_RESPONSE_LAYOUT_H_
