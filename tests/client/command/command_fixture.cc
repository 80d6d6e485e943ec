#include "tests/client/command/command_fixture.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "client/command/command_line.h"
#include "client/library/tensor.h"
#include "engine/checkpoint/safetensors_writer.h"

namespace headwise::testing {
namespace {

void AddProbabilities(const v1::RowSelection& asked, v1::MapTensor* probabilities) {
  *probabilities->mutable_heads() = asked.heads().heads();
  *probabilities->mutable_rows() = asked.rows();
  const std::int64_t heads = probabilities->heads_size();
  const std::int64_t rows = probabilities->rows_size();
  const std::vector<float> values(static_cast<std::size_t>(heads * rows * 2), 0.5f);
  *probabilities->mutable_tensor() = *MakeTensor({heads, rows, 2}, values);
}

void AddStatistics(v1::AttendResponse* response) {
  for (int head : {0, 1}) {
    v1::HeadStatistics& statistics = *response->add_statistics();
    statistics.set_head(head);
    statistics.set_entropy(0.6931471805599453);  // one bit
    statistics.set_largest_weight(0.5);
    statistics.set_mean_distance(0.5);
    statistics.set_first_token(0.25);
    statistics.set_diagonal(0.125);
  }
}

}  // namespace

CommandTest::CommandTest() {
  v1::GetModelResponse& model = server_.models.models["demo"];
  model.set_name("demo");
  model.set_state(v1::MODEL_STATE_READY);
  v1::LayerInfo& layer = *model.add_layers();
  layer.set_module("h.0.attn");
  layer.set_heads(2);
  server_.attention.attend = [this](auto&, const auto& request, auto* response) {
    request_ = request;
    Answer(request, response);
    return grpc::Status::OK;
  };
  input_ = WriteFloats("input.safetensors", {2, 2}, {0, 1, 2, 3});
}

void CommandTest::Answer(const v1::AttendRequest& request, v1::AttendResponse* response) {
  response->set_model(request.model());
  response->set_layer(request.layer());
  response->set_form(request.form() == v1::FORM_UNSPECIFIED ? v1::FORM_FUSED : request.form());
  std::vector<float> context = *FloatsOf(request.input());
  const float gates = std::accumulate(request.gates().begin(), request.gates().end(), 0.0f);
  for (float& value : context) value *= request.gates().empty() ? 1 : gates / 2;
  *response->mutable_context() = *MakeTensor(request.input().shape(), context);
  response->mutable_timings()->add_head_ns(3000);
  response->mutable_timings()->add_head_ns(6000);
  if (request.outputs().has_statistics()) AddStatistics(response);
  if (request.outputs().has_probabilities()) {
    AddProbabilities(request.outputs().probabilities(), response->mutable_probabilities());
  }
}

int CommandTest::Run(std::vector<std::string> arguments) {
  out_.str("");
  err_.str("");
  return RunCommandLine(std::move(arguments), server_.target(), Console{&out_, &err_});
}

std::string CommandTest::Write(const std::string& name, const std::string& tensor,
                               const TensorView& values) {
  EXPECT_THAT(WriteSafetensors(folder_.File(name), {{tensor, values}}), IsOk());
  return folder_.File(name);
}

std::string CommandTest::WriteFloats(const std::string& name,
                                     const std::vector<std::int64_t>& shape,
                                     const std::vector<float>& values) {
  Tensor tensor(DType::kF32, *Shape::Create(shape));
  std::copy(values.begin(), values.end(), tensor.floats());
  return Write(name, "x", tensor.view());
}

}  // namespace headwise::testing
