#include "tests/engine/checkpoint/made_checkpoint.h"

#include <numeric>

#include "engine/checkpoint/safetensors_writer.h"
#include "engine/tensor/tensor.h"

namespace headwise::testing {

std::vector<std::int64_t> Rows(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), first);
  return rows;
}

std::vector<MadeTensor> Weights(const std::string& prefix, const std::vector<MadeTensor>& tensors) {
  std::vector<MadeTensor> named;
  for (const MadeTensor& tensor : tensors) {
    named.push_back({prefix + tensor.name + ".weight", tensor.shape});
  }
  return named;
}

absl::StatusOr<Checkpoint> MadeCheckpointTest::Open(const std::string& config,
                                                    const std::vector<MadeTensor>& tensors) {
  tensors_ = tensors;
  std::vector<Tensor> bytes;
  std::vector<NamedTensor> named;
  for (const MadeTensor& tensor : tensors) {
    bytes.emplace_back(DType::kF32, Shape::Create(tensor.shape).value());
    for (std::int64_t i = 0; i < bytes.back().shape().elements(); ++i) {
      bytes.back().floats()[i] = Element(tensor.name, i);
    }
    named.push_back({tensor.name, bytes.back().view()});
  }
  EXPECT_THAT(WriteSafetensors(dir_.File("model.safetensors"), named), IsOk());
  dir_.Write("config.json", config);
  return Checkpoint::Open(dir_.path());
}

void MadeCheckpointTest::Load(const std::string& config, const std::vector<MadeTensor>& tensors) {
  const absl::StatusOr<Checkpoint> checkpoint = Open(config, tensors);
  ASSERT_THAT(checkpoint, IsOk());
  layers_.assign(checkpoint->layers().begin(), checkpoint->layers().end());
  notes_.assign(checkpoint->notes().begin(), checkpoint->notes().end());
  weights_.clear();
  for (int i = 0; i < static_cast<int>(layers_.size()); ++i) {
    absl::StatusOr<LayerWeights> weights = checkpoint->ReadLayer(i);
    ASSERT_THAT(weights, IsOk());
    weights_.push_back(*std::move(weights));
  }
}

void MadeCheckpointTest::ExpectRefused(const std::string& config,
                                       const std::vector<MadeTensor>& tensors,
                                       absl::StatusCode code, const std::string& text) {
  EXPECT_THAT(Open(config, tensors), StatusIs(code, ::testing::HasSubstr(text)));
}

float MadeCheckpointTest::Element(const std::string& name, std::int64_t index) const {
  for (std::size_t n = 0; n < tensors_.size(); ++n) {
    if (tensors_[n].name == name) return static_cast<float>(1000 * (n + 1) + index);
  }
  ADD_FAILURE() << "no tensor " << name;
  return 0;
}

const std::vector<std::int64_t>& MadeCheckpointTest::ShapeOf(const std::string& name) const {
  for (const MadeTensor& tensor : tensors_) {
    if (tensor.name == name) return tensor.shape;
  }
  static const std::vector<std::int64_t> none = {0, 0};
  ADD_FAILURE() << "no tensor " << name;
  return none;
}

void MadeCheckpointTest::ExpectRows(const std::vector<float>& got, const std::string& name,
                                    const std::vector<std::int64_t>& rows) const {
  const std::vector<std::int64_t>& shape = ShapeOf(name);
  const std::int64_t in = shape.size() < 2 ? 1 : shape[1];
  std::vector<float> expected;
  for (std::int64_t row : rows) {
    for (std::int64_t i = 0; i < in; ++i) expected.push_back(Element(name, row * in + i));
  }
  EXPECT_EQ(got, expected) << name;
}

void MadeCheckpointTest::ExpectColumns(const std::vector<float>& got, const std::string& name,
                                       const std::vector<std::int64_t>& columns) const {
  const std::vector<std::int64_t>& shape = ShapeOf(name);
  std::vector<float> expected;
  for (std::int64_t column : columns) {
    for (std::int64_t i = 0; i < shape[0]; ++i) {
      expected.push_back(Element(name, i * shape[1] + column));
    }
  }
  EXPECT_EQ(got, expected) << name;
}

void MadeCheckpointTest::ExpectAll(const std::vector<float>& got, const std::string& name,
                                   int times, float add) const {
  std::int64_t count = 1;
  for (std::int64_t dim : ShapeOf(name)) count *= dim;
  std::vector<float> expected;
  for (int t = 0; t < times; ++t) {
    for (std::int64_t i = 0; i < count; ++i) expected.push_back(Element(name, i) + add);
  }
  EXPECT_EQ(got, expected) << name;
}

}  // namespace headwise::testing
