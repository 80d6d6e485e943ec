// Connects to a listening address and hangs up.
#ifndef HEADWISE_SERVER_METRICS_TOUCH_LISTENER_H_
#define HEADWISE_SERVER_METRICS_TOUCH_LISTENER_H_

#include <string>

namespace headwise {

// Wakes a server that waits for connections. Does nothing if nobody listens. Thread-safe.
void TouchListener(const std::string& numeric_host, int port);

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_TOUCH_LISTENER_H_
