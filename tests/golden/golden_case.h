// A folder of tests/data/golden: a tiny checkpoint, an input and the right answer.
#ifndef HEADWISE_TESTS_GOLDEN_GOLDEN_CASE_H_
#define HEADWISE_TESTS_GOLDEN_GOLDEN_CASE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/attention_core.h"
#include "engine/attention/attention_mask.h"
#include "engine/tensor/tensor.h"

namespace headwise::testing {

// What case.json says of one layer.
struct GoldenLayer {
  std::int64_t index = 0;  // in the names of io.safetensors
  std::string module;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  double scale = 0;
  std::int64_t window = 0;
  double softcap = 0;
  bool sinks = false;
};

struct GoldenMask {
  std::string tensor;
  MaskMeaning meaning = MaskMeaning::kAttendWhereTrue;
};

struct GoldenCase {
  std::string name;
  std::string folder;
  std::string kind;  // self, cross or qkv
  bool causal = false;
  bool has_lengths = false;
  bool has_positions = false;
  bool within_lengths = false;  // only rows below the lengths count
  std::vector<GoldenMask> masks;
  CoreOptions core;  // of a qkv case
  double atol = 0;
  double rtol = 0;
  std::vector<GoldenLayer> layers;
  std::string same_y_group;  // cases of one group have the same y; empty: none
  // Rows of y of the first sequence as the course's book prints them, to four decimals.
  std::map<std::int64_t, std::vector<double>> published_rows;
  std::map<std::string, Tensor> tensors;  // of io.safetensors

  const Tensor* Find(const std::string& tensor) const;
  // Elements of a tensor of integers that are not negative; empty if there is none.
  std::vector<std::int64_t> Integers(const std::string& tensor) const;
};

// Errors name the file and what is wrong in it.
absl::StatusOr<GoldenCase> ReadGoldenCase(const std::string& folder);

// Case folders in `folder`, or `folder` itself if it is one; sorted.
std::vector<std::string> GoldenFolders(const std::string& folder);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_GOLDEN_GOLDEN_CASE_H_
