#include "engine/checkpoint/shard_index.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/json_document.h"

namespace headwise {
namespace {

bool IsPlainFileName(absl::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(absl::string_view("/\\\0", 3)) == absl::string_view::npos;
}

}  // namespace

absl::StatusOr<std::map<std::string, std::string>> ParseShardIndex(absl::string_view text,
                                                                   absl::string_view file_name) {
  const absl::StatusOr<nlohmann::json> document = ParseJsonObject(text, file_name);
  if (!document.ok()) return document.status();
  const auto weight_map = document->find("weight_map");
  if (weight_map == document->end() || !weight_map->is_object() || weight_map->empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        file_name, ": weight_map: expected an object of tensor names and their files, found ",
        weight_map == document->end() ? "none" : DescribeJson(*weight_map)));
  }
  std::map<std::string, std::string> shards;
  for (const auto& [tensor, shard] : weight_map->items()) {
    if (!shard.is_string() || IsNonFinite(shard) ||
        !IsPlainFileName(shard.get_ref<const std::string&>())) {
      return absl::InvalidArgumentError(
          absl::StrCat(file_name, ": weight_map \"", Printable(tensor),
                       "\": expected a plain file name, found ", DescribeJson(shard)));
    }
    shards.emplace(tensor, shard.get<std::string>());
  }
  return shards;
}

}  // namespace headwise
