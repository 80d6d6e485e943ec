// Safetensors headers and shard indexes, good and damaged.
#ifndef HEADWISE_TESTS_FUZZ_HEADER_SEEDS_H_
#define HEADWISE_TESTS_FUZZ_HEADER_SEEDS_H_

#include <map>
#include <string>

namespace headwise::fuzz {

// Inputs of safetensors_header by name.
std::map<std::string, std::string> HeaderSeeds();

// Inputs of checkpoint_folder by name, from the golden checkpoints under `golden`.
std::map<std::string, std::string> FolderSeeds(const std::string& golden);

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_HEADER_SEEDS_H_
