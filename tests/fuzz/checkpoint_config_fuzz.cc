// config.json, for a checkpoint of any row of the architecture table.
//
// Input: a line that chooses the checkpoint (see table_checkpoint.h), then config.json.
#include <utility>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "engine/checkpoint/architecture.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/weights_reader.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/require_layers.h"
#include "tests/fuzz/table_checkpoint.h"
#include "tests/fuzz/target.h"

namespace headwise::fuzz {
namespace {

void FeedPlan(const CheckpointPlan& plan) {
  Require(!plan.layers.empty(), "at least one layer");
  for (const std::string& note : plan.notes) RequireOneLine(note);
  for (const LayerPlan& layer : plan.layers) {
    const absl::StatusOr<LayerWeights> weights = ReadWeights(layer);
    Require(weights.ok(), "weights that can be read", weights.status().message());
    RequireGoodLayer(layer.spec, *weights);
  }
}

void Feed(absl::string_view input) {
  static auto* const checkpoints = new TableCheckpoints();
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(input, absl::MaxSplits('\n', 1));
  const absl::StatusOr<Config> config = Config::Parse(parts.second);
  if (!config.ok()) return RequireGoodError(config.status());
  const absl::StatusOr<CheckpointPlan> plan =
      PlanCheckpoint(*config, checkpoints->Get(parts.first));
  if (!plan.ok()) return RequireGoodError(plan.status(), "/dev/shm");
  FeedPlan(*plan);
}

}  // namespace
}  // namespace headwise::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  headwise::fuzz::Feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
