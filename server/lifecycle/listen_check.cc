#include "server/lifecycle/listen_check.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

bool SomebodyAnswers(const sockaddr_un& address) {
  const int socket_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket_fd < 0) return false;
  const bool connected =
      connect(socket_fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  const bool busy = !connected && errno == EAGAIN;  // too many wait to be accepted
  close(socket_fd);
  return connected || busy;
}

}  // namespace

absl::Status CheckListen(const Address& listen) {
  if (!listen.is_unix()) return absl::OkStatus();
  const std::string path = listen.path();
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) {
    return absl::InvalidArgumentError(absl::StrCat("--listen: expected a path of at most ",
                                                   sizeof(address.sun_path) - 1, " bytes, got ",
                                                   path.size()));
  }
  std::copy(path.begin(), path.end(), address.sun_path);
  if (!SomebodyAnswers(address)) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("--listen: a server answers at ", listen.ToString(),
                                             " already; stop it, or choose another path"));
}

absl::Status CannotListen(const Address& listen) {
  return absl::UnavailableError(absl::StrCat(
      "--listen: cannot listen on ", listen.ToString(),
      listen.is_unix()
          ? "; is its folder there and may be written to, and no other file of that name?"
          : "; is the port taken? Port 0 takes a free one"));
}

}  // namespace headwise
