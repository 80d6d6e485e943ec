#include "tests/server/support/demo.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/checkpoint/safetensors_file.h"

namespace headwise::testing {

Tensor DemoTensor(int layer, const std::string& what) {
  const auto file = SafetensorsFile::Open(std::string(kDemoFolder) + "/activations.safetensors");
  return *file->ReadTensor(absl::StrCat("layer.", layer, ".", what));
}

v1::AttendRequest DemoRequest(int layer) {
  const Tensor input = DemoTensor(layer, "input");
  v1::AttendRequest request;
  request.set_model("demo");
  request.set_layer(layer);
  request.mutable_input()->set_dtype(v1::DATA_TYPE_F32);
  for (const std::int64_t dim : input.shape().dims()) request.mutable_input()->add_shape(dim);
  request.mutable_input()->set_data(input.view().data(),
                                    static_cast<std::size_t>(input.view().bytes()));
  return request;
}

bool IsClose(const v1::Tensor& got, const Tensor& want) {
  if (static_cast<std::int64_t>(got.data().size()) != want.view().bytes()) return false;
  for (std::int64_t i = 0; i < want.shape().elements(); ++i) {
    float value = 0;
    std::memcpy(&value, got.data().data() + i * sizeof value, sizeof value);
    const float wanted = want.floats()[i];
    if (!(std::abs(value - wanted) <= 1e-5f + 1e-4f * std::abs(wanted))) return false;
  }
  return true;
}

}  // namespace headwise::testing
