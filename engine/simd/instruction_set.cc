#include "engine/simd/instruction_set.h"

#include <algorithm>
#include <cctype>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/instruction_set.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {

const char* TargetNameImpl() { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(TargetNameImpl);

std::string InstructionSet() {
  std::string name = HWY_DYNAMIC_DISPATCH(TargetNameImpl)();
  // Highway's AVX3 and its variants are what others call AVX-512.
  if (name.rfind("AVX3", 0) == 0) return "avx512";
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

}  // namespace headwise
#endif  // HWY_ONCE
