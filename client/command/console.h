// Where the command writes, and what the terminal can show.
#ifndef HEADWISE_CLIENT_COMMAND_CONSOLE_H_
#define HEADWISE_CLIENT_COMMAND_CONSOLE_H_

#include <iosfwd>
#include <string>

namespace headwise {

// Borrows the streams. Thread-compatible.
struct Console {
  std::ostream* out;      // answers
  std::ostream* err;      // errors, progress and hints
  bool bold = false;      // `out` is a terminal and NO_COLOR is not set
  bool utf8 = false;      // block characters may be used
  bool progress = false;  // `err` is a terminal

  // For the process's own streams and environment.
  static Console ForProcess();
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_CONSOLE_H_
