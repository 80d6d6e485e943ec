#include "client/command/answer_file.h"

#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/command/exit_code.h"
#include "client/command/names.h"
#include "client/command/tensor_bridge.h"
#include "engine/checkpoint/safetensors_writer.h"

namespace headwise {
namespace {

absl::Status Add(const char* name, const v1::Tensor& tensor, std::vector<NamedTensor>* tensors) {
  const absl::StatusOr<TensorView> view = ViewOf(tensor);
  if (!view.ok()) return view.status();
  tensors->push_back({name, *view});
  return absl::OkStatus();
}

absl::StatusOr<std::vector<NamedTensor>> TensorsOf(const v1::AttendResponse& response) {
  std::vector<NamedTensor> tensors;
  absl::Status status;
  if (response.has_context()) status.Update(Add("context", response.context(), &tensors));
  if (response.has_head_context()) {
    status.Update(Add("head_context", response.head_context().tensor(), &tensors));
  }
  if (response.has_log_sum_exp()) {
    status.Update(Add("log_sum_exp", response.log_sum_exp(), &tensors));
  }
  if (response.has_probabilities()) {
    status.Update(Add("probabilities", response.probabilities().tensor(), &tensors));
  }
  if (!status.ok()) return status;
  return tensors;
}

std::map<std::string, std::string> MetadataOf(const v1::AttendResponse& response) {
  std::map<std::string, std::string> metadata = {{"model", response.model()},
                                                 {"model_version", response.model_version()},
                                                 {"layer", absl::StrCat(response.layer())},
                                                 {"form", FormText(response.form())}};
  if (response.has_head_context()) {
    metadata["head_context.heads"] = absl::StrJoin(response.head_context().heads(), ",");
  }
  if (response.has_probabilities()) {
    metadata["probabilities.heads"] = absl::StrJoin(response.probabilities().heads(), ",");
    metadata["probabilities.rows"] = absl::StrJoin(response.probabilities().rows(), ",");
  }
  return metadata;
}

}  // namespace

absl::Status WriteAnswer(const v1::AttendResponse& response, const std::string& path) {
  const auto tensors = TensorsOf(response);
  if (!tensors.ok()) return tensors.status();
  const absl::Status status = WriteSafetensors(path, *tensors, MetadataOf(response));
  if (status.ok()) return status;
  return WithExitCode(absl::Status(status.code(), absl::StrCat("--output: ", status.message())),
                      kExitCannotCreate);
}

}  // namespace headwise
