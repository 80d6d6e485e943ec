// config.json files that fit the table's checkpoints.
#ifndef HEADWISE_TESTS_FUZZ_CONFIG_SEEDS_H_
#define HEADWISE_TESTS_FUZZ_CONFIG_SEEDS_H_

#include <map>
#include <set>
#include <string>

namespace headwise::fuzz {

// Inputs of checkpoint_config by name: every row of the table with few and with all of its fields,
// every section alone, every kind of rotary embedding. Each one is read without an error.
std::map<std::string, std::string> ConfigSeeds();

// All names that the table knows, for a dictionary.
std::set<std::string> TableWords();

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_CONFIG_SEEDS_H_
