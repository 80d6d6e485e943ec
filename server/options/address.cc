#include "server/options/address.h"

#include <arpa/inet.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace headwise {
namespace {

absl::Status BadAddress(absl::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("expected HOST:PORT, [IPV6]:PORT or unix:PATH, got \"",
                   absl::CEscape(text.substr(0, 100)), "\""));
}

bool ParsePort(absl::string_view text, int* port) {
  return !text.empty() && text.find_first_not_of("0123456789") == absl::string_view::npos &&
         absl::SimpleAtoi(text, port) && *port <= 65535;
}

}  // namespace

absl::StatusOr<Address> Address::Parse(absl::string_view text) {
  Address address;
  address.text_ = std::string(text);
  absl::string_view rest = text;
  if (absl::ConsumePrefix(&rest, "unix:")) {
    if (rest.empty()) return BadAddress(text);
    address.unix_ = true;
    return address;
  }
  const std::size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos || colon == 0) return BadAddress(text);
  absl::string_view host = text.substr(0, colon);
  const bool bracketed = absl::ConsumePrefix(&host, "[") && absl::ConsumeSuffix(&host, "]");
  const bool colons = absl::StrContains(host, ":");
  if (host.empty() || colons != bracketed) return BadAddress(text);
  if (host.find_first_of(" \t\r\n[]/") != absl::string_view::npos) return BadAddress(text);
  if (!ParsePort(text.substr(colon + 1), &address.port_)) return BadAddress(text);
  address.host_ = std::string(host);
  return address;
}

std::string Address::path() const {
  absl::string_view rest = text_;
  if (!absl::ConsumePrefix(&rest, "unix:")) return "";
  absl::ConsumePrefix(&rest, "//");  // of unix:///PATH
  return std::string(rest);
}

bool Address::IsLocal() const {
  if (unix_ || host_ == "localhost") return true;
  in_addr v4;
  if (inet_pton(AF_INET, host_.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24) == 127;
  in6_addr v6;
  return inet_pton(AF_INET6, host_.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

std::string Address::WithPort(int port) const {
  if (unix_) return text_;
  return absl::StrContains(host_, ":") ? absl::StrCat("[", host_, "]:", port)
                                       : absl::StrCat(host_, ":", port);
}

}  // namespace headwise
