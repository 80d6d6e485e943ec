#include "server/options/version.h"

namespace headwise {

std::string BuildVersion() { return HEADWISE_VERSION; }
std::string BuildRevision() { return HEADWISE_REVISION; }

}  // namespace headwise
