// Which instruction set our own kernels run with.
#ifndef HEADWISE_ENGINE_SIMD_INSTRUCTION_SET_H_
#define HEADWISE_ENGINE_SIMD_INSTRUCTION_SET_H_

#include <string>

namespace headwise {

// "avx512", "avx2", "neon" and so on. Thread-safe.
std::string InstructionSet();

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_INSTRUCTION_SET_H_
