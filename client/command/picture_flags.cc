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

constexpr char kGroup[] = "Picture and top keys";

}  // namespace

void PictureFlags::Declare(CLI::App& app) {
  AddPictureOption(app, path_, "Also draw the attention maps of all heads into this file")
      ->group(kGroup);
  app.add_option("--head", head_, "This head alone, drawn large")
      ->type_name("N")
      ->check(CLI::Range(0, std::numeric_limits<int>::max()).description(""))
      ->group(kGroup);
  app.add_option("--sequence", sequence_, "Look at this sequence of the input (default: 0)")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max()).description(""))
      ->group(kGroup);
  app.add_option("--tokens", tokens_, "Name the tokens after this file's lines")
      ->type_name("FILE")
      ->group(kGroup);
  app.add_option("--text", text_, "Name the tokens after this text, a character or byte each")
      ->type_name("TEXT")
      ->group(kGroup);
}

absl::Status PictureFlags::Check(bool lists) const {
  const char* flag = head_ >= 0         ? "--head"
                     : !tokens_.empty() ? "--tokens"
                     : !text_.empty()   ? "--text"
                                        : nullptr;
  if (flag != nullptr && !given() && !lists) {
    return UsageError(absl::StrCat(flag, ": expected --png FILE or --top-keys K beside it"));
  }
  if (!tokens_.empty() && !text_.empty()) {
    return UsageError("--text: expected it or --tokens, got both");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> PictureFlags::LabelsFor(std::int64_t tokens) const {
  if (!tokens_.empty()) return ReadTokenLabels(tokens_, tokens);
  if (!text_.empty()) return CutTokenLabels(text_, tokens);
  return std::vector<std::string>();
}

}  // namespace headwise
