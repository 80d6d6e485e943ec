// "Did you mean".
#ifndef HEADWISE_SERVER_OPTIONS_NEAREST_NAME_H_
#define HEADWISE_SERVER_OPTIONS_NEAREST_NAME_H_

#include "absl/strings/string_view.h"

namespace headwise {

// The flag's name that `wrong` was most likely meant to be, whatever its case and whether words
// are joined by - or _; empty if none is near. Pure; thread-safe.
absl::string_view NearestFlagName(absl::string_view wrong);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_NEAREST_NAME_H_
