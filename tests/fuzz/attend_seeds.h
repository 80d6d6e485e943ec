// Requests for the layers of attend_layers.h and for AttendCore.
#ifndef HEADWISE_TESTS_FUZZ_ATTEND_SEEDS_H_
#define HEADWISE_TESTS_FUZZ_ATTEND_SEEDS_H_

#include <map>
#include <string>

namespace headwise::fuzz {

// Inputs of attend_request by name. Each one is answered.
std::map<std::string, std::string> AttendSeeds();

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_ATTEND_SEEDS_H_
