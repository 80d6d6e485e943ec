#include "client/command/top_keys.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/library/tensor.h"

namespace headwise {
namespace {

using Labels = std::vector<std::string>;

// Empty if there is none.
std::string LabelOf(std::int64_t token, const Labels& labels) {
  const auto count = static_cast<std::int64_t>(labels.size());
  return token >= 0 && token < count ? labels[static_cast<std::size_t>(token)] : "";
}

std::string TokenText(std::int64_t token, const Labels& labels) {
  const std::string label = LabelOf(token, labels);
  return label.empty() ? absl::StrCat(token) : absl::StrCat(token, " '", label, "'");
}

// Of B * heads * rows * count elements; 0 if they do not come out even.
std::int64_t SequencesOf(const v1::TopKeys& top, std::size_t elements) {
  const auto& shape = top.keys().shape();
  if (shape.size() < 3 || shape[shape.size() - 1] < 1) return 0;
  const std::int64_t block = std::int64_t{top.heads_size()} * top.rows_size();
  if (block == 0 || shape[shape.size() - 2] != top.rows_size() ||
      shape[shape.size() - 3] != top.heads_size()) {
    return 0;
  }
  return static_cast<std::int64_t>(elements) / (block * shape[shape.size() - 1]);
}

std::vector<TopKey> KeysAt(std::int64_t first, std::int64_t count,
                           const std::vector<std::int32_t>& keys,
                           const std::vector<float>& weights) {
  std::vector<TopKey> found;
  for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(first + count); ++i) {
    if (keys[i] >= 0) found.push_back({keys[i], weights[i]});
  }
  return found;
}

}  // namespace

absl::StatusOr<std::vector<TopKeyRow>> TopKeyRows(const v1::TopKeys& top) {
  const auto keys = IntegersOf(top.keys());
  if (!keys.ok()) return absl::InternalError(keys.status().message());
  const auto weights = FloatsOf(top.weights());
  if (!weights.ok()) return absl::InternalError(weights.status().message());
  const std::int64_t sequences = SequencesOf(top, keys->size());
  if (sequences < 1 || weights->size() != keys->size()) {
    return absl::InternalError(absl::StrCat(
        "top_keys: the answer's shape ", ShapeText(top.keys().shape()), " does not fit its ",
        top.heads_size(), " heads and ", top.rows_size(), " rows"));
  }
  const std::int64_t count = top.keys().shape(top.keys().shape_size() - 1);
  std::vector<TopKeyRow> rows;
  for (std::int64_t b = 0; b < sequences; ++b) {
    for (int r = 0; r < top.rows_size(); ++r) {
      for (int h = 0; h < top.heads_size(); ++h) {
        const std::int64_t place = (b * top.heads_size() + h) * top.rows_size() + r;
        rows.push_back(
            {b, top.rows(r), top.heads(h), KeysAt(place * count, count, *keys, *weights)});
      }
    }
  }
  return rows;
}

Table TopKeysTable(const std::vector<TopKeyRow>& rows, const Labels& row_labels,
                   const Labels& key_labels) {
  const bool several = !rows.empty() && rows.back().sequence > 0;
  std::vector<Table::Column> columns = {
      {"ROW", Align::kRight}, {"HEAD", Align::kRight}, {"LOOKS AT (weight)"}};
  if (several) columns.insert(columns.begin(), {"SEQUENCE", Align::kRight});
  Table table(std::move(columns));
  for (const TopKeyRow& row : rows) {
    const std::string keys =
        absl::StrJoin(row.keys, ", ", [&key_labels](std::string* out, const TopKey& key) {
          absl::StrAppend(out, TokenText(key.key, key_labels),
                          absl::StrFormat(" (%.3f)", key.weight));
        });
    std::vector<std::string> cells = {TokenText(row.row, row_labels), absl::StrCat(row.head),
                                      keys.empty() ? "no key" : keys};
    if (several) cells.insert(cells.begin(), absl::StrCat(row.sequence));
    table.AddRow(std::move(cells));
  }
  return table;
}

Json TopKeysJson(const std::vector<TopKeyRow>& rows, const Labels& row_labels,
                 const Labels& key_labels) {
  Json json = Json::array();
  for (const TopKeyRow& row : rows) {
    Json keys = Json::array();
    for (const TopKey& key : row.keys) {
      Json item = {{"key", key.key}, {"weight", JsonNumber(key.weight)}};
      const std::string label = LabelOf(key.key, key_labels);
      if (!label.empty()) item["token"] = label;
      keys.push_back(std::move(item));
    }
    Json item = {{"sequence", row.sequence}, {"row", row.row}, {"head", row.head}};
    const std::string label = LabelOf(row.row, row_labels);
    if (!label.empty()) item["token"] = label;
    item["keys"] = std::move(keys);
    json.push_back(std::move(item));
  }
  return json;
}

}  // namespace headwise
