#include "client/command/answer_file.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/command/answer_tensors.h"
#include "client/command/exit_code.h"
#include "client/command/names.h"
#include "client/command/tensor_bridge.h"
#include "client/library/tensor.h"
#include "engine/checkpoint/safetensors_writer.h"

namespace headwise {
namespace {

using Metadata = std::map<std::string, std::string>;
using Statistics = google::protobuf::RepeatedPtrField<v1::HeadStatistics>;

// [B,heads,6]; B * heads entries come sequence after sequence.
absl::StatusOr<v1::Tensor> StatisticsTensor(const Statistics& statistics) {
  std::vector<float> values;
  for (const v1::HeadStatistics& head : statistics) {
    for (double value : {head.entropy(), head.largest_weight(), head.mean_distance(),
                         head.first_token(), head.diagonal(), static_cast<double>(head.rows())}) {
      values.push_back(static_cast<float>(value));
    }
  }
  const std::int64_t sequences = statistics[statistics.size() - 1].sequence() + 1;
  if (sequences < 1) return absl::InternalError("statistics: the answer names no sequence");
  return MakeTensor({sequences, statistics.size() / sequences, 6}, values);
}

void Describe(const AnswerTensor& tensor, Metadata* metadata) {
  if (!tensor.heads.empty()) {
    (*metadata)[tensor.name + ".heads"] = absl::StrJoin(tensor.heads, ",");
  }
  if (!tensor.rows.empty()) (*metadata)[tensor.name + ".rows"] = absl::StrJoin(tensor.rows, ",");
}

std::string HeadsOf(const Statistics& statistics) {
  std::vector<std::int32_t> heads;
  for (const v1::HeadStatistics& head : statistics) {
    if (head.sequence() == 0) heads.push_back(head.head());
  }
  return absl::StrJoin(heads, ",");
}

absl::Status Write(const std::vector<AnswerTensor>& tensors, const Statistics& statistics,
                   Metadata metadata, const std::string& path) {
  std::vector<NamedTensor> named;
  auto add = [&named](const std::string& name, const v1::Tensor& tensor) {
    const absl::StatusOr<TensorView> view = ViewOf(tensor);
    if (view.ok()) named.push_back({name, *view});
    return view.status();
  };
  for (const AnswerTensor& tensor : tensors) {
    if (absl::Status status = add(tensor.name, *tensor.tensor); !status.ok()) return status;
    Describe(tensor, &metadata);
  }
  absl::StatusOr<v1::Tensor> numbers;  // outlives the writing
  if (!statistics.empty()) {
    numbers = StatisticsTensor(statistics);
    if (!numbers.ok()) return absl::InternalError(numbers.status().message());
    if (absl::Status status = add("statistics", *numbers); !status.ok()) return status;
    metadata["statistics.heads"] = HeadsOf(statistics);
    metadata["statistics.columns"] =
        "entropy,largest_weight,mean_distance,first_token,diagonal,rows";
    metadata["statistics.units"] = "nats,1,tokens,1,1,rows";
  }
  const absl::Status status = WriteSafetensors(path, named, metadata);
  if (status.ok()) return status;
  return WithExitCode(absl::Status(status.code(), absl::StrCat("--output: ", status.message())),
                      kExitCannotCreate);
}

}  // namespace

absl::Status WriteAnswer(const v1::AttendResponse& response, const std::string& path) {
  Metadata metadata = {{"model", response.model()},
                       {"model_version", response.model_version()},
                       {"layer", absl::StrCat(response.layer())},
                       {"form", FormText(response.form())}};
  return Write(AnswerTensors(response), response.statistics(), std::move(metadata), path);
}

absl::Status WriteAnswer(const v1::AttendCoreResponse& response, const std::string& path) {
  return Write(AnswerTensors(response), response.statistics(), {}, path);
}

}  // namespace headwise
