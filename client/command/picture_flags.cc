#include "client/command/picture_flags.h"

#include <cstdint>
#include <limits>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"
#include "client/command/picture_file.h"
#include "client/command/token_labels.h"

namespace headwise {
namespace {

constexpr char kGroup[] = "Picture";

}  // namespace

void PictureFlags::Declare(CLI::App& app) {
  AddPictureOption(app, path_, "Also draw the attention maps of all heads into this file")
      ->group(kGroup);
  app.add_option("--head", head_, "Draw this head alone, large")
      ->type_name("N")
      ->check(CLI::Range(0, std::numeric_limits<int>::max()).description(""))
      ->group(kGroup);
  app.add_option("--sequence", sequence_, "Draw this sequence of the input (default: 0)")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max()).description(""))
      ->group(kGroup);
  app.add_option("--tokens", tokens_, "Write these tokens at the axes, one on each line")
      ->type_name("FILE")
      ->group(kGroup);
  app.add_option("--text", text_, "Write this text at the axes, a character or byte a token")
      ->type_name("TEXT")
      ->group(kGroup);
}

absl::Status PictureFlags::Check(const std::string& rows) const {
  if (!given()) {
    const char* flag = head_ >= 0         ? "--head"
                       : sequence_ >= 0   ? "--sequence"
                       : !tokens_.empty() ? "--tokens"
                       : !text_.empty()   ? "--text"
                                          : nullptr;
    if (flag == nullptr) return absl::OkStatus();
    return UsageError(absl::StrCat(flag, ": expected --png FILE beside it"));
  }
  if (!tokens_.empty() && !text_.empty()) {
    return UsageError("--text: expected it or --tokens, got both");
  }
  if (!rows.empty() && rows != "all") {
    return UsageError(
        absl::StrCat("--rows: expected all beside --png, which shows every query, "
                     "got '",
                     rows, "'; leave it out"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> PictureFlags::LabelsFor(std::int64_t tokens) const {
  if (!tokens_.empty()) return ReadTokenLabels(tokens_, tokens);
  if (!text_.empty()) return CutTokenLabels(text_, tokens);
  return std::vector<std::string>();
}

}  // namespace headwise
