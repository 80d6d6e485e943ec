// What libFuzzer, or the replay in its place, calls.
#ifndef HEADWISE_TESTS_FUZZ_TARGET_H_
#define HEADWISE_TESTS_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>

// Feeds one input to the code under test; ends the process if something does not hold. Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

#endif  // HEADWISE_TESTS_FUZZ_TARGET_H_
