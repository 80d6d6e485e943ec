#include "client/command/help_formatter.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace headwise {
namespace {

constexpr std::size_t kDescriptionWidth = 66;

}  // namespace

std::string WrapText(const std::string& text, std::size_t width) {
  std::string wrapped;
  std::size_t column = 0;
  for (absl::string_view word : absl::StrSplit(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > width) {
      wrapped += "\n";
      column = 0;
    } else if (column > 0) {
      wrapped += " ";
      ++column;
    }
    absl::StrAppend(&wrapped, word);
    column += word.size();
  }
  return wrapped;
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool positional) const {
  return absl::StrReplaceAll(CLI::Formatter::make_option_name(option, positional),
                             {{"{false}", ""}, {",", ", "}});
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const bool named = !option->get_positional() && !option->get_type_name().empty();
  return named ? " " + option->get_type_name() : "";
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (!option->get_default_str().empty()) {
    absl::StrAppend(&text, " (default: ", option->get_default_str(), ")");
  }
  return WrapText(text, kDescriptionWidth);
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
  std::string usage = "Usage: " + name;
  for (const CLI::Option* option : app->get_options()) {
    if (!option->get_positional()) continue;
    const std::string positional =
        option->get_name(true) + (option->get_expected_max() > 1 ? "..." : "");
    usage += option->get_required() ? " " + positional : " [" + positional + "]";
  }
  for (const CLI::Option* option : app->get_options()) {
    if (option->get_required() && !option->get_positional()) {
      absl::StrAppend(&usage, " --", option->get_lnames().front(), " ", option->get_type_name());
    }
  }
  usage += " [OPTIONS]";
  if (!app->get_subcommands({}).empty()) usage += " SUBCOMMAND";
  return usage + "\n";
}

std::string HelpText(const CLI::App& app, const std::string& parent) {
  std::string text = app.help(parent);
  while (absl::StrContains(text, "\n\n\n")) {
    text = absl::StrReplaceAll(text, {{"\n\n\n", "\n\n"}});
  }
  return text;
}

}  // namespace headwise
