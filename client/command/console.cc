#include "client/command/console.h"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace headwise {
namespace {

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// As the C library chooses the character set: the first that is set decides.
bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = absl::AsciiStrToLower(Environment(name));
    if (value.empty()) continue;
    return absl::StrContains(value, "utf-8") || absl::StrContains(value, "utf8");
  }
  return false;
}

}  // namespace

Console Console::ForProcess() {
  const bool dumb = Environment("TERM") == "dumb";
  Console console{&std::cout, &std::cerr};
  console.bold = isatty(STDOUT_FILENO) != 0 && !dumb && Environment("NO_COLOR").empty();
  console.utf8 = LocaleIsUtf8();
  console.progress = isatty(STDERR_FILENO) != 0 && !dumb;
  return console;
}

}  // namespace headwise
