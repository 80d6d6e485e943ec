// The look of the command's help.
#ifndef HEADWISE_CLIENT_COMMAND_HELP_FORMATTER_H_
#define HEADWISE_CLIENT_COMMAND_HELP_FORMATTER_H_

#include <string>

#include "CLI/CLI.hpp"

namespace headwise {

// CLI11's formatter with lines of at most 100 columns, defaults in the description, and without
// marks such as REQUIRED, which the usage line tells.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
};

// Breaks `text` at blanks into lines of at most `width` columns.
std::string WrapText(const std::string& text, std::size_t width);

// `app`'s help under `parent` ("" for none), without runs of empty lines.
std::string HelpText(const CLI::App& app, const std::string& parent);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HELP_FORMATTER_H_
