// Text tables for a terminal.
#ifndef HEADWISE_CLIENT_COMMAND_TABLE_H_
#define HEADWISE_CLIENT_COMMAND_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace headwise {

enum class Align { kLeft, kRight };

// Columns as wide as their widest cell, three blanks between them, no lines. Thread-compatible.
class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };

  // Without titles (all empty) no heading is printed.
  explicit Table(std::vector<Column> columns);

  // Missing cells are empty, cells beyond the columns are a bug of the caller. Control
  // characters, which could come from a server, become '?'.
  void AddRow(std::vector<std::string> cells);

  // Ends with a newline; lines have no trailing blanks. `bold` marks the heading for a terminal.
  std::string Render(bool bold = false) const;

 private:
  std::string Line(const std::vector<std::string>& cells) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> widths_;
};

// Columns that UTF-8 text takes on a terminal, counting every code point as one.
std::size_t DisplayWidth(absl::string_view text);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_TABLE_H_
