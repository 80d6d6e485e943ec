#include "client/command/attend_report.h"

#include <cmath>
#include <ostream>

#include "absl/strings/str_cat.h"
#include "client/command/answer_report.h"
#include "client/command/format.h"
#include "client/command/names.h"
#include "client/command/table.h"

namespace headwise {
namespace {

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

}  // namespace

absl::Status PrintAttendTable(const AttendReport& report, const Console& console) {
  const v1::AttendResponse& response = report.response;
  Table table({{""}, {""}});
  table.AddRow({"model", absl::StrCat(response.model(), ", version ", response.model_version())});
  table.AddRow({"layer", absl::StrCat(response.layer())});
  table.AddRow(
      {"form", absl::StrCat(FormText(response.form()), " on ", response.instruction_set())});
  if (response.rope_length() > 0) {
    table.AddRow({"rotary embedding", absl::StrCat("for a length of ", response.rope_length())});
  }
  AddAnswerRows(response, &table);
  table.AddRow({"round trip",
                absl::StrCat(FormatNanoseconds(report.round_trip_ns), ", connecting included")});
  if (response.has_timings()) AddTimingRows(response.timings(), &table);
  if (!report.file.empty()) table.AddRow({"written", report.file});
  if (report.difference.has_value()) {
    table.AddRow({"expected", DifferenceText(*report.difference, response.context())});
  }
  *console.out << table.Render();
  return PrintHeadTables(response, console);
}

absl::StatusOr<Json> AttendJson(const AttendReport& report) {
  const v1::AttendResponse& response = report.response;
  Json json = {{"model", response.model()},
               {"model_version", response.model_version()},
               {"layer", response.layer()},
               {"form", FormText(response.form())},
               {"instruction_set", response.instruction_set()},
               {"round_trip_ns", std::llround(report.round_trip_ns)}};
  if (response.rope_length() > 0) json["rope_length"] = response.rope_length();
  absl::Status status = AddAnswerJson(response, report.file.empty(), &json);
  if (!status.ok()) return status;
  if (!report.file.empty()) json["file"] = report.file;
  if (report.difference.has_value()) {
    json["expected"] = {{"largest_difference", JsonNumber(report.difference->largest)},
                        {"largest_want", JsonNumber(report.difference->largest_want)},
                        {"beyond_tolerance", report.difference->beyond_tolerance}};
  }
  return json;
}

}  // namespace headwise
