#include "server/lifecycle/reflection.h"

#include <dlfcn.h>

#include "absl/strings/str_cat.h"

namespace headwise {

absl::Status LoadReflection() {
  constexpr char kLibrary[] = HEADWISE_REFLECTION_LIBRARY;
  // Never closed: the servers keep pointers into it.
  if (dlopen(kLibrary, RTLD_NOW | RTLD_GLOBAL) != nullptr) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("reflection stays off: ", kLibrary, " cannot be loaded; is it installed?"));
}

}  // namespace headwise
