#include "client/library/grpc_status.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace headwise {
namespace {

constexpr char kServersLimit[] = "headwise-server --max-message-bytes";
constexpr char kClientsLimit[] = "the client's max_message_bytes (headwise --max-message-bytes)";

std::string OneLine(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

// "Failed to connect to remote host: Connection refused" -> "Connection refused"
absl::string_view LastCause(absl::string_view text) {
  const std::size_t colon = text.rfind(": ");
  return colon == absl::string_view::npos ? text : text.substr(colon + 2);
}

absl::Status Unavailable(absl::string_view text, const CallFacts& facts) {
  if (absl::StrContains(text, "resolution failed")) {
    return absl::UnavailableError(absl::StrCat("the name in '", facts.target,
                                               "' is not known; correct the server's address"));
  }
  if (absl::StrContains(absl::AsciiStrToLower(text), "failed to connect") ||
      absl::StrContains(text, "connections to all backends failing")) {
    return absl::UnavailableError(
        absl::StrCat("no server answers at ", facts.target, " (", LastCause(text),
                     "); start headwise-server there or correct the server's address"));
  }
  if (absl::StrContains(text, "Socket closed") || absl::StrContains(text, "Connection reset")) {
    return absl::UnavailableError(absl::StrCat(
        "the connection to ", facts.target,
        " was closed before the answer came; see whether headwise-server still runs there"));
  }
  return absl::UnavailableError(text);
}

// The two numbers of "... larger than max (SIZE vs. LIMIT)"; false for any other text.
bool ParseLimitText(absl::string_view text, std::int64_t* size, std::int64_t* limit) {
  const std::size_t open = text.find("larger than max (");
  const std::size_t middle = text.find(" vs. ");
  const std::size_t close = text.rfind(')');
  if (open == absl::string_view::npos || middle == absl::string_view::npos ||
      close == absl::string_view::npos || close < middle) {
    return false;
  }
  const std::size_t start = open + 17;
  return absl::SimpleAtoi(text.substr(start, middle - start), size) &&
         absl::SimpleAtoi(text.substr(middle + 5, close - middle - 5), limit);
}

absl::Status Exhausted(absl::string_view text, const CallFacts& facts) {
  std::int64_t size = 0;
  std::int64_t limit = 0;
  if (!ParseLimitText(text, &size, &limit)) return absl::ResourceExhaustedError(text);
  const bool sent = absl::StartsWithIgnoreCase(text, "sent");
  if (size != facts.request_bytes) {
    return absl::OutOfRangeError(absl::StrCat("the answer has ", size, " bytes, above the ",
                                              sent ? "server's" : "client's", " message limit of ",
                                              limit, "; ask for fewer heads or rows, or raise ",
                                              sent ? kServersLimit : kClientsLimit));
  }
  return absl::OutOfRangeError(absl::StrCat("the request has ", size, " bytes, above the ",
                                            sent ? "client's" : "server's", " message limit of ",
                                            limit, "; send fewer tokens, or raise ",
                                            sent ? kClientsLimit : kServersLimit));
}

absl::Status DeadlineExceeded(absl::string_view text, const CallFacts& facts) {
  if (facts.timeout == absl::InfiniteDuration()) return absl::DeadlineExceededError(text);
  return absl::DeadlineExceededError(absl::StrCat("no answer from ", facts.target, " within ",
                                                  absl::FormatDuration(facts.timeout),
                                                  "; raise the timeout or ask for less"));
}

}  // namespace

absl::Status StatusFromGrpc(const grpc::Status& status, const CallFacts& facts) {
  const std::string text = OneLine(status.error_message());
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
      return Unavailable(text, facts);
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      return Exhausted(text, facts);
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return DeadlineExceeded(text, facts);
    case grpc::StatusCode::UNIMPLEMENTED:
      return absl::UnimplementedError(absl::StrCat(
          "the server at ", facts.target, " does not know this call", text.empty() ? "" : " (",
          text, text.empty() ? "" : ")", "; see whether it is a headwise-server of this version"));
    default:
      // absl's codes have gRPC's numbers.
      return absl::Status(static_cast<absl::StatusCode>(status.error_code()), text);
  }
}

}  // namespace headwise
