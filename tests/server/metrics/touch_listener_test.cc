#include "server/metrics/touch_listener.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(TouchListenerTest, WakesAnAccept) {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), length), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  ASSERT_EQ(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length), 0);
  TouchListener("127.0.0.1", ntohs(address.sin_port));
  const int accepted = accept(listener, nullptr, nullptr);
  EXPECT_GE(accepted, 0);
  close(accepted);
  close(listener);
}

TEST(TouchListenerTest, NobodyListeningIsNoError) {
  TouchListener("127.0.0.1", 1);
  TouchListener("not a host", 1);
}

}  // namespace
}  // namespace headwise
