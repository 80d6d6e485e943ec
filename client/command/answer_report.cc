#include "client/command/answer_report.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/command/answer_tensors.h"
#include "client/command/format.h"
#include "client/command/names.h"
#include "client/command/statistics_report.h"
#include "client/command/top_keys.h"
#include "client/library/tensor.h"

namespace headwise {
namespace {

std::string TensorText(const v1::Tensor& tensor) {
  return absl::StrCat(DataTypeText(tensor.dtype()), " ", ShapeText(tensor.shape()));
}

std::string FirstValues(const v1::Tensor& tensor) {
  const auto floats = FloatsOf(tensor);
  if (!floats.ok()) return std::string(floats.status().message());
  const std::size_t shown = std::min<std::size_t>(floats->size(), 6);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) absl::StrAppend(&text, i > 0 ? ", " : "", (*floats)[i]);
  return shown < floats->size() ? text + ", ..." : text;
}

std::string FirstNumbers(const std::vector<std::int64_t>& numbers) {
  const std::size_t shown = std::min<std::size_t>(numbers.size(), 12);
  std::string text = absl::StrJoin(absl::MakeConstSpan(numbers).subspan(0, shown), ",");
  return shown < numbers.size() ? absl::StrCat(text, ",... (", numbers.size(), ")") : text;
}

void AddRows(const std::vector<AnswerTensor>& tensors, Table* table) {
  for (const AnswerTensor& tensor : tensors) {
    std::string text = TensorText(*tensor.tensor);
    if (!tensor.heads.empty()) absl::StrAppend(&text, ", heads ", FirstNumbers(tensor.heads));
    if (!tensor.rows.empty()) absl::StrAppend(&text, ", rows ", FirstNumbers(tensor.rows));
    table->AddRow({tensor.name, std::move(text)});
    if (tensor.name == "context") table->AddRow({"first values", FirstValues(*tensor.tensor)});
  }
}

template <typename Response>
absl::Status PrintTables(const Response& response, const Console& console) {
  if (!response.statistics().empty()) {
    *console.out << "\n" << StatisticsTable(response.statistics()).Render(console.bold);
  }
  if (!response.has_top_keys()) return absl::OkStatus();
  const auto rows = TopKeyRows(response.top_keys());
  if (!rows.ok()) return rows.status();
  *console.out << "\n" << TopKeysTable(*rows, {}, {}).Render(console.bold);
  return absl::OkStatus();
}

Json TimingsJson(const v1::Timings& timings) {
  return {{"decode_ns", timings.decode_ns()},
          {"queue_ns", timings.queue_ns()},
          {"input_projection_ns", timings.input_projection_ns()},
          {"attention_ns", timings.attention_ns()},
          {"output_projection_ns", timings.output_projection_ns()},
          {"head_ns", JsonShape(timings.head_ns())},
          {"batch_requests", timings.batch_requests()},
          {"batch_tokens", timings.batch_tokens()}};
}

Json TensorJson(const AnswerTensor& tensor, bool with_values) {
  Json item;
  if (!tensor.heads.empty()) item["heads"] = JsonShape(tensor.heads);
  if (!tensor.rows.empty()) item["rows"] = JsonShape(tensor.rows);
  item.update(JsonTensor(*tensor.tensor, with_values));
  return item;
}

// Top keys come as a list of rows instead of two tensors.
template <typename Response>
absl::Status AddJson(const Response& response, bool with_values, Json* json) {
  for (const AnswerTensor& tensor : AnswerTensors(response)) {
    if (tensor.name == "top_keys" || tensor.name == "top_weights") continue;
    (*json)[tensor.name] = TensorJson(tensor, with_values);
  }
  if (response.has_top_keys()) {
    const auto rows = TopKeyRows(response.top_keys());
    if (!rows.ok()) return rows.status();
    (*json)["top_keys"] = TopKeysJson(*rows, {}, {});
  }
  for (const v1::HeadStatistics& head : response.statistics()) {
    Json item = {{"sequence", head.sequence()}, {"head", head.head()}};
    item.update(StatisticsJson(head));
    (*json)["statistics"].push_back(std::move(item));
  }
  if (response.has_timings()) (*json)["timings"] = TimingsJson(response.timings());
  return absl::OkStatus();
}

}  // namespace

void AddAnswerRows(const v1::AttendResponse& response, Table* table) {
  AddRows(AnswerTensors(response), table);
}

void AddAnswerRows(const v1::AttendCoreResponse& response, Table* table) {
  AddRows(AnswerTensors(response), table);
}

void AddTimingRows(const v1::Timings& timings, Table* table) {
  auto add = [table](const char* name, std::int64_t ns) {
    table->AddRow({name, FormatNanoseconds(static_cast<double>(ns))});
  };
  add("decode", timings.decode_ns());
  add("queue", timings.queue_ns());
  add("input projection", timings.input_projection_ns());
  add("attention", timings.attention_ns());
  add("output projection", timings.output_projection_ns());
  for (int head = 0; head < timings.head_ns_size(); ++head) {
    add(absl::StrCat("head ", head).c_str(), timings.head_ns(head));
  }
  table->AddRow({"batch", absl::StrCat(FormatPlural(timings.batch_requests(), "request"), ", ",
                                       FormatPlural(timings.batch_tokens(), "token"))});
}

absl::Status PrintHeadTables(const v1::AttendResponse& response, const Console& console) {
  return PrintTables(response, console);
}

absl::Status PrintHeadTables(const v1::AttendCoreResponse& response, const Console& console) {
  return PrintTables(response, console);
}

absl::Status AddAnswerJson(const v1::AttendResponse& response, bool with_values, Json* json) {
  return AddJson(response, with_values, json);
}

absl::Status AddAnswerJson(const v1::AttendCoreResponse& response, bool with_values, Json* json) {
  return AddJson(response, with_values, json);
}

}  // namespace headwise
