// Tables and JSON of attention layers, of a server's or a checkpoint's.
#ifndef HEADWISE_CLIENT_COMMAND_LAYER_REPORT_H_
#define HEADWISE_CLIENT_COMMAND_LAYER_REPORT_H_

#include "absl/types/span.h"
#include "client/command/json_output.h"
#include "client/command/table.h"
#include "engine/checkpoint/layer_spec.h"
#include "headwise/v1/model.pb.h"

namespace headwise {

// What a server tells of a layer. Thread-safe, as all of this file.
LayerSpec SpecOf(const v1::LayerInfo& layer);

// One line for each run of layers that differ in the number in their module only.
Table LayersTable(absl::Span<const LayerSpec> layers);
// Everything, layer by layer.
Json LayersJson(absl::Span<const LayerSpec> layers);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_LAYER_REPORT_H_
