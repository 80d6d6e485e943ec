#include "server/convert/selections.h"

#include <numeric>
#include <string>

#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

absl::Status NoHead(absl::string_view field) {
  return absl::InvalidArgumentError(
      absl::StrCat(field, ": expected all or at least one of heads, got neither"));
}

absl::Status HeadsFromProto(absl::string_view field, const v1::HeadSelection& proto,
                            std::int64_t layer_heads, std::vector<std::int32_t>& heads) {
  if (proto.all() && proto.heads_size() > 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        field, ": expected either all or heads, got all and ", proto.heads_size(), " heads"));
  }
  if (!proto.all() && proto.heads_size() == 0) return NoHead(field);
  heads = proto.all() ? AllHeads(layer_heads)
                      : std::vector<std::int32_t>(proto.heads().begin(), proto.heads().end());
  return absl::OkStatus();
}

absl::Status RowsFromProto(absl::string_view field, const v1::RowSelection& proto,
                           std::int64_t layer_heads, RowSelection& selection) {
  const std::string heads = absl::StrCat(field, ".heads");
  if (!proto.has_heads()) return NoHead(heads);
  selection.rows.assign(proto.rows().begin(), proto.rows().end());
  return HeadsFromProto(heads, proto.heads(), layer_heads, selection.heads);
}

}  // namespace

std::vector<std::int32_t> AllHeads(std::int64_t heads) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(heads));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

absl::StatusOr<OutputSelection> SelectionsFromProto(const v1::OutputSelection& proto,
                                                    std::int64_t heads) {
  OutputSelection to;
  to.context = !proto.has_context() || proto.context();
  to.log_sum_exp = proto.log_sum_exp();
  absl::Status status;
  if (proto.has_head_context()) {
    status.Update(
        HeadsFromProto("outputs.head_context", proto.head_context(), heads, to.head_context_heads));
  }
  if (proto.has_contributions()) {
    status.Update(HeadsFromProto("outputs.contributions", proto.contributions(), heads,
                                 to.contribution_heads));
  }
  if (proto.has_probabilities()) {
    status.Update(
        RowsFromProto("outputs.probabilities", proto.probabilities(), heads, to.probabilities));
  }
  if (proto.has_scores()) {
    status.Update(RowsFromProto("outputs.scores", proto.scores(), heads, to.scores));
  }
  if (proto.has_top_keys()) {
    to.top_count = proto.top_keys().count();
    status.Update(RowsFromProto("outputs.top_keys.of", proto.top_keys().of(), heads, to.top_keys));
  }
  if (proto.has_statistics()) {
    status.Update(RowsFromProto("outputs.statistics", proto.statistics(), heads, to.statistics));
  }
  if (!status.ok()) return status;
  return to;
}

}  // namespace headwise
