#include "server/options/address.h"

#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;

TEST(AddressTest, HostAndPort) {
  const auto address = Address::Parse("example.org:8080");
  ASSERT_THAT(address, IsOk());
  EXPECT_EQ(address->host(), "example.org");
  EXPECT_EQ(address->port(), 8080);
  EXPECT_EQ(address->WithPort(1), "example.org:1");
}

TEST(AddressTest, Ipv6KeepsItsBrackets) {
  const auto address = Address::Parse("[::1]:0");
  ASSERT_THAT(address, IsOk());
  EXPECT_EQ(address->host(), "::1");
  EXPECT_EQ(address->WithPort(41), "[::1]:41");
}

TEST(AddressTest, UnixPath) {
  const auto address = Address::Parse("unix:/tmp/x.sock");
  ASSERT_THAT(address, IsOk());
  EXPECT_TRUE(address->is_unix());
  EXPECT_TRUE(address->IsLocal());
  EXPECT_EQ(address->WithPort(5), "unix:/tmp/x.sock");
  EXPECT_EQ(address->path(), "/tmp/x.sock");
  EXPECT_EQ(Address::Parse("unix:///tmp/x.sock")->path(), "/tmp/x.sock");
  EXPECT_EQ(Address::Parse("unix:x.sock")->path(), "x.sock");
  EXPECT_EQ(Address::Parse("localhost:1")->path(), "");
}

TEST(AddressTest, LocalIsWhatOtherMachinesCannotReach) {
  for (const char* local : {"localhost:1", "127.0.0.1:1", "127.9.9.9:1", "[::1]:1"}) {
    EXPECT_TRUE(Address::Parse(local)->IsLocal()) << local;
  }
  for (const char* open : {"0.0.0.0:1", "[::]:1", "10.0.0.1:1", "example.org:1", "128.0.0.1:1"}) {
    EXPECT_FALSE(Address::Parse(open)->IsLocal()) << open;
  }
}

TEST(AddressTest, RefusesWhatIsNone) {
  for (const char* bad : {"", "localhost", ":80", "a:", "a:x", "a:65536", "a:-1", "::1:80",
                          "unix:", "[::1:80", "[a]b:1", "a b:1", "[1.2.3.4]:80", "http://a:80"}) {
    EXPECT_THAT(Address::Parse(bad),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("expected HOST:PORT")))
        << bad;
  }
}

}  // namespace
}  // namespace headwise::testing
