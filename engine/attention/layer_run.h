// One batch's way through a layer.
#ifndef HEADWISE_ENGINE_ATTENTION_LAYER_RUN_H_
#define HEADWISE_ENGINE_ATTENTION_LAYER_RUN_H_

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "engine/attention/batch.h"
#include "engine/attention/engine_impl.h"
#include "engine/attention/head_source.h"
#include "engine/attention/layer_rules.h"
#include "engine/attention/packed_layer.h"
#include "engine/attention/stage_context.h"
#include "engine/attention/unit_tiles.h"

namespace headwise {

// Project, heads, merge. Borrows all three for the time of one Attend, under the engine's mutex.
class LayerRun {
 public:
  LayerRun(Engine::Impl& engine, PackedLayer& layer, Batch& batch);

  // Runs all stages and fills the tasks' timings. A failure that concerns all tasks is returned,
  // others go to the batch. Throws std::bad_alloc.
  absl::Status Run();

 private:
  std::optional<DistanceBias> DistanceBiasOfBatch() const;
  // Makes the heads' queries, keys and values, or finds them in the requests.
  absl::StatusOr<std::unique_ptr<const HeadSource>> MakeHeads();
  void Project(const HeadsForm& form, const ProjectedRows& rows);
  ProjectedRows MakeRoom(const HeadsForm& form);
  void RunHeads(const StageContext& context);
  std::vector<HeadUnit> Units(const StageContext& context) const;
  void MergeHeads(const StageContext& context);
  void SetTimings(std::int64_t begin, std::int64_t projected, std::int64_t attended);

  Engine::Impl& engine_;
  PackedLayer& layer_;
  Batch& batch_;
  bool wants_context_ = false;  // any task
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_LAYER_RUN_H_
