// The header of a safetensors file, and the index of a checkpoint in shards.
//
// Input: a byte, odd for the index; for the header 8 bytes with the size of the data section; then
// the text.
#include <cstring>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "engine/checkpoint/safetensors_header.h"
#include "engine/checkpoint/shard_index.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/target.h"

namespace headwise::fuzz {
namespace {

constexpr absl::string_view kFile = "model.safetensors";
constexpr absl::string_view kIndex = "model.safetensors.index.json";

void RequireErrorOf(absl::string_view file, const absl::Status& status) {
  RequireGoodError(status);
  Require(absl::StartsWith(status.message(), file), "an error that names its file",
          status.message());
}

void RequireTiled(const SafetensorsHeader& header, std::int64_t data_bytes) {
  std::set<std::string> names;
  std::int64_t position = 0;
  for (const TensorEntry& entry : header.tensors) {
    Require(names.insert(entry.name).second, "a name for each tensor", entry.name);
    Require(entry.begin == position && entry.end >= entry.begin, "tensors without holes");
    Require(!entry.dtype || entry.bytes() == entry.shape.elements() * ByteWidth(*entry.dtype),
            "bytes that fit the shape", entry.name);
    position = entry.end;
  }
  Require(position == data_bytes, "all of the data");
}

void FeedHeader(absl::string_view text, std::int64_t data_bytes) {
  const absl::StatusOr<SafetensorsHeader> header = ParseSafetensorsHeader(text, data_bytes, kFile);
  if (header.ok()) {
    RequireTiled(*header, data_bytes);
  } else {
    RequireErrorOf(kFile, header.status());
  }
}

void FeedIndex(absl::string_view text) {
  const auto shards = ParseShardIndex(text, kIndex);
  if (!shards.ok()) return RequireErrorOf(kIndex, shards.status());
  Require(!shards->empty(), "at least one tensor");
  for (const auto& [tensor, shard] : *shards) {
    Require(!shard.empty() && shard != "." && shard != ".." &&
                shard.find_first_of("/\\") == std::string::npos &&
                shard.find('\0') == std::string::npos,
            "a plain file name", shard);
  }
}

void Feed(absl::string_view input) {
  constexpr std::size_t kSizeBytes = sizeof(std::int64_t);
  if (input.empty()) return;
  const bool index = (input[0] & 1) != 0;
  input.remove_prefix(1);
  if (index) return FeedIndex(input);
  if (input.size() < kSizeBytes) return;
  std::int64_t data_bytes = 0;
  std::memcpy(&data_bytes, input.data(), kSizeBytes);
  if (data_bytes >= 0) FeedHeader(input.substr(kSizeBytes), data_bytes);
}

}  // namespace
}  // namespace headwise::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  headwise::fuzz::Feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
