// A whole checkpoint folder: config.json and the header of its weights, which are zero.
//
// Input: config.json, a zero byte, then the header's text. The data section has as many bytes as
// the largest number of the header says, up to a limit.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "engine/checkpoint/checkpoint.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/require_layers.h"
#include "tests/fuzz/scratch_folder.h"
#include "tests/fuzz/target.h"

namespace headwise::fuzz {
namespace {

constexpr std::int64_t kMostDataBytes = std::int64_t{1} << 20;

std::int64_t DataBytes(absl::string_view header) {
  std::int64_t largest = 0;
  std::int64_t number = 0;
  for (const char c : header) {
    number = c >= '0' && c <= '9' ? std::min(10 * number + (c - '0'), kMostDataBytes + 1) : 0;
    if (number <= kMostDataBytes) largest = std::max(largest, number);
  }
  return largest;
}

std::string WithLength(absl::string_view header) {
  std::string text;
  for (int byte = 0; byte < 8; ++byte) {
    text.push_back(static_cast<char>(static_cast<std::uint64_t>(header.size()) >> (8 * byte)));
  }
  return text.append(header.data(), header.size());
}

void FeedCheckpoint(const Checkpoint& checkpoint, const std::string& folder) {
  Require(!checkpoint.layers().empty(), "at least one layer");
  for (const std::string& note : checkpoint.notes()) RequireOneLine(note);
  for (const SkippedTensors& skipped : checkpoint.skipped()) RequireOneLine(skipped.names);
  for (std::size_t i = 0; i < checkpoint.layers().size(); ++i) {
    const absl::StatusOr<LayerWeights> weights = checkpoint.ReadLayer(static_cast<int>(i));
    if (!weights.ok()) return RequireGoodError(weights.status(), folder);
    RequireGoodLayer(checkpoint.layers()[i], *weights);
  }
}

void Feed(absl::string_view input) {
  static const ScratchFolder folder;
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(input, absl::MaxSplits('\0', 1));
  folder.Write("config.json", parts.first);
  folder.Write("model.safetensors", WithLength(parts.second), DataBytes(parts.second));
  const absl::StatusOr<Checkpoint> checkpoint = Checkpoint::Open(folder.path());
  if (!checkpoint.ok()) return RequireGoodError(checkpoint.status(), folder.path());
  FeedCheckpoint(*checkpoint, folder.path());
}

}  // namespace
}  // namespace headwise::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  headwise::fuzz::Feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
