// Where to listen.
#ifndef HEADWISE_SERVER_OPTIONS_ADDRESS_H_
#define HEADWISE_SERVER_OPTIONS_ADDRESS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace headwise {

// HOST:PORT, [IPV6]:PORT or unix:PATH. Immutable. Thread-compatible.
class Address {
 public:
  // INVALID_ARGUMENT says what was expected. Host names are not resolved.
  static absl::StatusOr<Address> Parse(absl::string_view text);

  bool is_unix() const { return unix_; }
  const std::string& host() const { return host_; }  // empty for unix:
  int port() const { return port_; }                 // 0: any free port
  // Of the socket; empty unless unix:.
  std::string path() const;
  // True for unix:, localhost, 127.0.0.0/8 and ::1.
  bool IsLocal() const;
  // As it was given.
  const std::string& ToString() const { return text_; }
  // The same with a port in place of its own; unix: addresses come back unchanged.
  std::string WithPort(int port) const;

 private:
  Address() = default;

  std::string text_;
  std::string host_;
  int port_ = 0;
  bool unix_ = false;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_ADDRESS_H_
