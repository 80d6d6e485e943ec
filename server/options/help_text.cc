#include "server/options/help_text.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/options/flag_table.h"

namespace headwise {
namespace {

constexpr std::size_t kColumn = 39;  // where descriptions begin
constexpr std::size_t kWidth = 100;

constexpr char kHead[] =
    "Serves multi-head attention over gRPC.\n"
    "Usage: headwise-server --model NAME=DIR [FLAGS]\n";

constexpr char kFoot[] =
    R"(
Each value comes from the command line, else from the variable HEADWISE_<FLAG> (for example
HEADWISE_LOG_LEVEL), else from the file of --config, else it is the default in brackets.
HEADWISE_MODEL takes a list separated by commas or lines; --no-<FLAG> turns a switch off.

Exit codes:
    0  stopped in order, or did what was asked
   64  wrong command line
   65  a model that does not fit or is damaged
   66  a model that is not there
   69  an address that cannot be listened on
   70  an error inside the program
   71  memory or threads are short
   74  standard output cannot be written
   75  stopped before all accepted requests were answered
   78  wrong configuration: file, variable, or values that do not go together
  130, 143  a second SIGINT or SIGTERM ended the stop

Examples:
  headwise-server --model demo=deploy/demo
  headwise-server --model demo=deploy/demo --listen unix:/run/headwise.sock
  headwise-server --model a=models/a --model b=models/b --listen 0.0.0.0:50051 --insecure
  headwise-server --model demo=deploy/demo --print-config > headwise.toml
  headwise-server --config headwise.toml --check
)";

// Breaks the text at blanks, and goes on below its beginning.
std::string Wrapped(absl::string_view text) {
  std::string out;
  std::size_t column = kColumn;
  for (absl::string_view word : absl::StrSplit(text, ' ')) {
    if (column + 1 + word.size() > kWidth) {
      absl::StrAppend(&out, "\n", std::string(kColumn, ' '));
      column = kColumn;
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    absl::StrAppend(&out, word);
    column += word.size();
  }
  return out;
}

std::string Row(const std::string& left, absl::string_view right) {
  return absl::StrCat("  ", left, std::string(kColumn - 2 - left.size(), ' '), Wrapped(right),
                      "\n");
}

std::string DefaultText(const Flag& flag) {
  if (flag.default_value.empty() || (flag.type == FlagType::kBoolean && !flag.in_file)) return "";
  if (flag.type != FlagType::kBoolean) return absl::StrCat(" [", flag.default_value, "]");
  return flag.default_value == "true" ? " [on]" : " [off]";
}

std::string FlagRow(const Flag& flag) {
  const absl::string_view gap = flag.value_name.empty() ? "" : " ";
  return Row(absl::StrCat("--", flag.name, gap, flag.value_name),
             absl::StrCat(flag.help, DefaultText(flag)));
}

}  // namespace

std::string HelpText() {
  std::string text = kHead;
  absl::string_view group;
  for (const Flag& flag : FlagTable()) {
    if (flag.group != group) absl::StrAppend(&text, "\n", flag.group, ":\n");
    group = flag.group;
    text += FlagRow(flag);
  }
  text += Row("--help, -h", "Print this help and exit");
  text += Row("--version", "Print the version and exit");
  return text + kFoot;
}

}  // namespace headwise
