// Checkpoints with one fault each.
#ifndef HEADWISE_TESTS_ENGINE_CHECKPOINT_FAULTS_H_
#define HEADWISE_TESTS_ENGINE_CHECKPOINT_FAULTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace headwise::testing {

struct Fault {
  const char* name;
  std::string config;  // config.json
  std::string model;   // model.safetensors
  const char* text;    // of the error
  absl::StatusCode code = absl::StatusCode::kInvalidArgument;
};

// The checkpoint that the faults were put into.
Fault NoFault();

std::vector<Fault> AllFaults();

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_ENGINE_CHECKPOINT_FAULTS_H_
