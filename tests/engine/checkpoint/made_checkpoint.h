// Small checkpoints whose every stored element has a value of its own.
#ifndef HEADWISE_TESTS_ENGINE_CHECKPOINT_MADE_CHECKPOINT_H_
#define HEADWISE_TESTS_ENGINE_CHECKPOINT_MADE_CHECKPOINT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/checkpoint/checkpoint.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {

struct MadeTensor {
  std::string name;
  std::vector<std::int64_t> shape;
};

// The numbers from `first` on.
std::vector<std::int64_t> Rows(std::int64_t first, std::int64_t count);

// `prefix` + each of `names` + ".weight".
std::vector<MadeTensor> Weights(const std::string& prefix, const std::vector<MadeTensor>& tensors);

class MadeCheckpointTest : public ::testing::Test {
 protected:
  // Writes the tensors and opens the folder. Element i of the n-th tensor is n * 1000 + i.
  absl::StatusOr<Checkpoint> Open(const std::string& config,
                                  const std::vector<MadeTensor>& tensors);
  // The same for a checkpoint that must open; sets layers_ and weights_ to those of all layers.
  void Load(const std::string& config, const std::vector<MadeTensor>& tensors);
  void ExpectRefused(const std::string& config, const std::vector<MadeTensor>& tensors,
                     absl::StatusCode code, const std::string& text);

  // Row r of the matrix `got` must be row rows[r] of the stored tensor.
  void ExpectRows(const std::vector<float>& got, const std::string& name,
                  const std::vector<std::int64_t>& rows) const;
  // The same for columns of a tensor that is stored [in,out].
  void ExpectColumns(const std::vector<float>& got, const std::string& name,
                     const std::vector<std::int64_t>& columns) const;
  // All elements of the stored tensor `times` times, plus `add`.
  void ExpectAll(const std::vector<float>& got, const std::string& name, int times = 1,
                 float add = 0) const;

  std::vector<LayerSpec> layers_;
  std::vector<LayerWeights> weights_;
  std::vector<std::string> notes_;

 private:
  float Element(const std::string& name, std::int64_t index) const;
  const std::vector<std::int64_t>& ShapeOf(const std::string& name) const;

  TempDir dir_;
  std::vector<MadeTensor> tensors_;
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_ENGINE_CHECKPOINT_MADE_CHECKPOINT_H_
