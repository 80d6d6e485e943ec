// What a person should know of how a checkpoint was read.
#ifndef HEADWISE_ENGINE_CHECKPOINT_CHECKPOINT_NOTES_H_
#define HEADWISE_ENGINE_CHECKPOINT_CHECKPOINT_NOTES_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "engine/checkpoint/architecture_match.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/layer_plan.h"
#include "engine/checkpoint/skipped_tensors.h"
#include "engine/checkpoint/tensor_source.h"

namespace headwise {

// `layers` are those of the match, section after section. One sentence each. Thread-safe, as both.
std::vector<std::string> MakeNotes(const ArchitectureMatch& match, const Config& config,
                                   absl::Span<const LayerPlan> layers, const TensorSource& source);

std::vector<SkippedTensors> ListSkipped(const ArchitectureMatch& match,
                                        absl::Span<const LayerPlan> layers,
                                        const TensorSource& source);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_CHECKPOINT_NOTES_H_
