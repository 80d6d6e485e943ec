// --check.
#ifndef HEADWISE_SERVER_LIFECYCLE_CHECK_MODELS_H_
#define HEADWISE_SERVER_LIFECYCLE_CHECK_MODELS_H_

#include <ostream>

#include "server/log/logger.h"
#include "server/options/options.h"

namespace headwise {

// Loads every model as the server would, one after the other, and prints a line for each. The
// exit code: that of the first one that failed, else 0.
int CheckModels(const Options& options, const Logger& logger, std::ostream& out);

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_CHECK_MODELS_H_
