// Which build this is.
#ifndef HEADWISE_SERVER_OPTIONS_VERSION_H_
#define HEADWISE_SERVER_OPTIONS_VERSION_H_

#include <string>

namespace headwise {

// "0.1.0"
std::string BuildVersion();
// The commit that was configured, or "unknown".
std::string BuildRevision();

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_VERSION_H_
