// Files for the checkpoint tests: written byte by byte, or the golden ones.
#ifndef HEADWISE_TESTS_ENGINE_CHECKPOINT_CHECKPOINT_FILES_H_
#define HEADWISE_TESTS_ENGINE_CHECKPOINT_CHECKPOINT_FILES_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/checkpoint/tensor_source.h"
#include "tests/support/temp_folder.h"

namespace headwise::testing {

// A folder to write files into.
class TempDir : public TempFolder {
 public:
  // Replaces what was there; returns the path.
  std::string Write(const std::string& name, const std::string& bytes) const;
};

std::string ReadWholeFile(const std::string& path);

// Path of a golden case's folder.
std::string GoldenDir(const std::string& name);

// A safetensors file: length of `header`, header, data.
std::string SafetensorsBytes(const std::string& header, const std::string& data = "");

// The tensor of a file made by MakeSafetensors; its bytes are zero unless given.
struct FakeTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  std::string dtype = "F32";
  std::string bytes = "";
};

// A well-formed file of these tensors in this order.
std::string MakeSafetensors(const std::vector<FakeTensor>& tensors);

// The floats' bytes.
std::string FloatBytes(const std::vector<float>& values);

// A TensorSource of one file with these tensors.
TensorSource MakeSource(const TempDir& directory, const std::vector<FakeTensor>& tensors);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_ENGINE_CHECKPOINT_CHECKPOINT_FILES_H_
