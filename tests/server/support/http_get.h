// The least HTTP client.
#ifndef HEADWISE_TESTS_SERVER_SUPPORT_HTTP_GET_H_
#define HEADWISE_TESTS_SERVER_SUPPORT_HTTP_GET_H_

#include <string>

namespace headwise::testing {

// The whole answer of 127.0.0.1, head and body; empty if there is none.
std::string HttpGet(int port, const std::string& path);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_SUPPORT_HTTP_GET_H_
