#include "client/command/npy_header.h"

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

absl::Status Bad(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("bad .npy header: ", what));
}

// Reads the few Python literals that NumPy writes there.
class Parser {
 public:
  explicit Parser(absl::string_view text) : rest_(text) {}

  absl::StatusOr<NpyHeader> Parse() {
    if (!Take("{")) return Bad("expected {");
    while (!Take("}")) {
      if (absl::Status status = Entry(); !status.ok()) return status;
      if (Take(",")) continue;
      if (Take("}")) break;
      return Bad("expected , or } after an entry");
    }
    SkipBlanks();
    if (!rest_.empty()) return Bad("text after the closing }");
    if (keys_.size() != 3) return Bad("expected the keys descr, fortran_order and shape");
    return header_;
  }

 private:
  absl::Status Entry() {
    std::string key;
    if (!Quoted(&key) || !Take(":")) return Bad("expected 'key': value");
    if (std::count(keys_.begin(), keys_.end(), key) > 0) {
      return Bad(absl::StrCat("key '", Printable(key), "' comes twice"));
    }
    keys_.push_back(key);
    if (key == "descr") return Descr();
    if (key == "fortran_order") return FortranOrder();
    if (key == "shape") return ShapeTuple();
    return Bad(absl::StrCat("unknown key '", Printable(key), "'"));
  }

  absl::Status Descr() {
    if (Quoted(&header_.descr)) return absl::OkStatus();
    return Bad("descr: expected a plain type such as '<f4'; records are not supported");
  }

  absl::Status FortranOrder() {
    header_.fortran_order = Take("True");
    if (header_.fortran_order || Take("False")) return absl::OkStatus();
    return Bad("fortran_order: expected True or False");
  }

  absl::Status ShapeTuple() {
    if (!Take("(")) return Bad("shape: expected ( and numbers");
    while (!Take(")")) {
      std::int64_t dim = 0;
      if (!Number(&dim)) return Bad("shape: expected whole numbers from 0");
      header_.shape.push_back(dim);
      if (Take(",")) continue;
      if (Take(")")) break;
      return Bad("shape: expected , or )");
    }
    return absl::OkStatus();
  }

  void SkipBlanks() { rest_ = absl::StripLeadingAsciiWhitespace(rest_); }

  bool Take(absl::string_view token) {
    SkipBlanks();
    if (!absl::StartsWith(rest_, token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  bool Quoted(std::string* text) {
    SkipBlanks();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return false;
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == absl::string_view::npos) return false;
    *text = std::string(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return true;
  }

  bool Number(std::int64_t* value) {
    SkipBlanks();
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), absl::ascii_isdigit);
    const auto digits = static_cast<std::size_t>(end - rest_.begin());
    if (digits == 0 || !absl::SimpleAtoi(rest_.substr(0, digits), value)) return false;
    rest_.remove_prefix(digits);
    Take("L");  // as Python 2 wrote long integers
    return true;
  }

  absl::string_view rest_;
  std::vector<std::string> keys_;
  NpyHeader header_;
};

}  // namespace

absl::StatusOr<NpyHeader> ParseNpyHeader(absl::string_view text) { return Parser(text).Parse(); }

}  // namespace headwise
