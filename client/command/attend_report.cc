#include "client/command/attend_report.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/command/format.h"
#include "client/command/names.h"
#include "client/command/table.h"
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

template <typename Numbers>
std::string FirstNumbers(const Numbers& numbers) {
  const int shown = std::min<int>(numbers.size(), 12);
  std::string text = absl::StrJoin(numbers.begin(), numbers.begin() + shown, ",");
  return shown < numbers.size() ? absl::StrCat(text, ",... (", numbers.size(), ")") : text;
}

std::string DifferenceText(const Difference& difference, const v1::Tensor& context) {
  if (difference.largest_at < 0) return "equal in every element";
  std::string text = absl::StrCat("largest difference ", FormatSmall(difference.largest), " at ",
                                  PositionText(difference.largest_at, context.shape()), " (got ",
                                  difference.got, ", want ", difference.want, "); ");
  return difference.beyond_tolerance == 0
             ? text + "within 1e-5 + 1e-4*|want|"
             : absl::StrCat(text, FormatPlural(difference.beyond_tolerance, "element"),
                            " beyond 1e-5 + 1e-4*|want|");
}

void AddTensorRows(const v1::AttendResponse& response, Table* table) {
  if (response.has_context()) {
    table->AddRow({"context", TensorText(response.context())});
    table->AddRow({"first values", FirstValues(response.context())});
  }
  if (response.has_head_context()) {
    const v1::HeadContext& head_context = response.head_context();
    table->AddRow({"head_context", absl::StrCat(TensorText(head_context.tensor()), ", heads ",
                                                FirstNumbers(head_context.heads()))});
  }
  if (response.has_log_sum_exp()) {
    table->AddRow({"log_sum_exp", TensorText(response.log_sum_exp())});
  }
  if (response.has_probabilities()) {
    const v1::Probabilities& probabilities = response.probabilities();
    table->AddRow({"probabilities", absl::StrCat(TensorText(probabilities.tensor()), ", heads ",
                                                 FirstNumbers(probabilities.heads()), ", rows ",
                                                 FirstNumbers(probabilities.rows()))});
  }
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

void AddTensorsJson(const v1::AttendResponse& response, bool with_values, Json* json) {
  if (response.has_context()) (*json)["context"] = JsonTensor(response.context(), with_values);
  if (response.has_head_context()) {
    Json& item = (*json)["head_context"];
    item["heads"] = std::vector<int>(response.head_context().heads().begin(),
                                     response.head_context().heads().end());
    item.update(JsonTensor(response.head_context().tensor(), with_values));
  }
  if (response.has_log_sum_exp()) {
    (*json)["log_sum_exp"] = JsonTensor(response.log_sum_exp(), with_values);
  }
  if (response.has_probabilities()) {
    Json& item = (*json)["probabilities"];
    item["heads"] = std::vector<int>(response.probabilities().heads().begin(),
                                     response.probabilities().heads().end());
    item["rows"] = JsonShape(response.probabilities().rows());
    item.update(JsonTensor(response.probabilities().tensor(), with_values));
  }
}

}  // namespace

void PrintAttendTable(const AttendReport& report, const Console& console) {
  const v1::AttendResponse& response = report.response;
  Table table({{""}, {""}});
  table.AddRow({"model", absl::StrCat(response.model(), ", version ", response.model_version())});
  table.AddRow({"layer", absl::StrCat(response.layer())});
  table.AddRow(
      {"form", absl::StrCat(FormText(response.form()), " on ", response.instruction_set())});
  AddTensorRows(response, &table);
  table.AddRow({"round trip",
                absl::StrCat(FormatNanoseconds(report.round_trip_ns), ", connecting included")});
  if (response.has_timings()) AddTimingRows(response.timings(), &table);
  if (!report.file.empty()) table.AddRow({"written", report.file});
  if (report.difference.has_value()) {
    table.AddRow({"expected", DifferenceText(*report.difference, response.context())});
  }
  *console.out << table.Render();
}

Json AttendJson(const AttendReport& report) {
  const v1::AttendResponse& response = report.response;
  Json json = {{"model", response.model()},
               {"model_version", response.model_version()},
               {"layer", response.layer()},
               {"form", FormText(response.form())},
               {"instruction_set", response.instruction_set()},
               {"round_trip_ns", std::llround(report.round_trip_ns)}};
  AddTensorsJson(response, report.file.empty(), &json);
  if (response.has_timings()) json["timings"] = TimingsJson(response.timings());
  if (!report.file.empty()) json["file"] = report.file;
  if (report.difference.has_value()) {
    json["expected"] = {{"largest_difference", JsonNumber(report.difference->largest)},
                        {"largest_want", JsonNumber(report.difference->largest_want)},
                        {"beyond_tolerance", report.difference->beyond_tolerance}};
  }
  return json;
}

}  // namespace headwise
