// From a loaded model to the messages of ModelService.
#ifndef HEADWISE_SERVER_CONVERT_MODEL_INFO_H_
#define HEADWISE_SERVER_CONVERT_MODEL_INFO_H_

#include <string>

#include "engine/attention/model.h"
#include "engine/checkpoint/layer_spec.h"
#include "headwise/v1/model.pb.h"

namespace headwise {

// Pure; thread-safe. A null model is one that still loads.
v1::ModelSummary SummaryToProto(const std::string& name, const Model* model);
// Everything but the instruction set and the limits, which are the server's.
v1::GetModelResponse ModelToProto(const std::string& name, const Model* model);
v1::LayerInfo LayerToProto(const LayerSpec& spec);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_MODEL_INFO_H_
