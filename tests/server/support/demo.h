// The demo model, its inputs and what they must give.
#ifndef HEADWISE_TESTS_SERVER_SUPPORT_DEMO_H_
#define HEADWISE_TESTS_SERVER_SUPPORT_DEMO_H_

#include <string>

#include "engine/tensor/tensor.h"
#include "headwise/v1/attention.pb.h"

namespace headwise::testing {

inline constexpr char kDemoFolder[] = HEADWISE_SOURCE_DIR "/deploy/demo";
inline constexpr int kDemoLayers = 4;

// "layer.<layer>.<what>" of the demo's activations: input, output, head_context, probabilities.
Tensor DemoTensor(int layer, const std::string& what);

// A request for the context vectors of the demo sentence.
v1::AttendRequest DemoRequest(int layer);

// True if every element of an F32 tensor is within 1e-5 + 1e-4 * |want|.
bool IsClose(const v1::Tensor& got, const Tensor& want);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_SUPPORT_DEMO_H_
