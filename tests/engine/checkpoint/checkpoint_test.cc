#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::FakeTensor;
using ::headwise::testing::FloatBytes;
using ::headwise::testing::GoldenDir;
using ::headwise::testing::IsOk;
using ::headwise::testing::MakeSafetensors;
using ::headwise::testing::StatusIs;
using ::headwise::testing::TempDir;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<float> Counting(int count, float first = 0) {
  std::vector<float> values;
  for (int i = 0; i < count; ++i) values.push_back(first + static_cast<float>(i));
  return values;
}

// gpt2 with D = 2 and one head. c_attn [2,6]: row 0 holds 0..5, row 1 holds 6..11.
std::vector<FakeTensor> TinyGpt2() {
  return {{"h.0.attn.c_attn.weight", {2, 6}, "F32", FloatBytes(Counting(12))},
          {"h.0.attn.c_attn.bias", {6}, "F32", FloatBytes(Counting(6, 100))},
          {"h.0.attn.c_proj.weight", {2, 2}, "F32", FloatBytes({1, 2, 3, 4})},
          {"h.0.attn.c_proj.bias", {2}, "F32", FloatBytes({5, 6})}};
}

class CheckpointTest : public ::testing::Test {
 protected:
  absl::StatusOr<Checkpoint> Open(const std::string& config,
                                  const std::vector<FakeTensor>& tensors) {
    dir_.Write("config.json", config);
    dir_.Write("model.safetensors", MakeSafetensors(tensors));
    return Checkpoint::Open(dir_.path());
  }
  absl::StatusOr<Checkpoint> OpenGpt2(const std::vector<FakeTensor>& tensors) {
    return Open(R"({"model_type":"gpt2","n_head":1})", tensors);
  }

  TempDir dir_;
};

TEST_F(CheckpointTest, TransposesAndSplitsConv1d) {
  const Checkpoint checkpoint = OpenGpt2(TinyGpt2()).value();
  const LayerWeights weights = checkpoint.ReadLayer(0).value();
  EXPECT_THAT(weights.query, ElementsAre(0, 6, 1, 7));
  EXPECT_THAT(weights.key, ElementsAre(2, 8, 3, 9));
  EXPECT_THAT(weights.value, ElementsAre(4, 10, 5, 11));
  EXPECT_THAT(weights.output, ElementsAre(1, 3, 2, 4));
  EXPECT_THAT(weights.query_bias, ElementsAre(100, 101));
  EXPECT_THAT(weights.value_bias, ElementsAre(104, 105));
  EXPECT_THAT(weights.output_bias, ElementsAre(5, 6));
}

TEST_F(CheckpointTest, TellsFactsOfTheWhole) {
  const Checkpoint checkpoint = OpenGpt2(TinyGpt2()).value();
  EXPECT_EQ(checkpoint.architecture(), "gpt2");
  EXPECT_EQ(checkpoint.weights_dtype(), DType::kF32);
  EXPECT_EQ(checkpoint.attention_bytes(), (12 + 6 + 4 + 2) * 4);
  EXPECT_THAT(checkpoint.notes(), IsEmpty());
}

// Larger than a tile and a piece, so that the seams are crossed.
TEST_F(CheckpointTest, TransposesLargeMatrices) {
  constexpr int kWidth = 700;
  const Checkpoint checkpoint =
      Open(R"({"model_type":"gpt2","n_head":1})", {{"h.0.attn.c_attn.weight",
                                                    {kWidth, 3 * kWidth},
                                                    "F32",
                                                    FloatBytes(Counting(3 * kWidth * kWidth))},
                                                   {"h.0.attn.c_proj.weight", {kWidth, kWidth}}})
          .value();
  const LayerWeights weights = checkpoint.ReadLayer(0).value();
  EXPECT_THAT(weights.key_bias, IsEmpty());
  for (int out = 0; out < kWidth; out += 7) {
    for (int in = 0; in < kWidth; ++in) {
      ASSERT_EQ(weights.value[out * kWidth + in], in * 3 * kWidth + 2 * kWidth + out);
    }
  }
}

TEST_F(CheckpointTest, CopiesLargeLinearMatrices) {
  constexpr int kRows = 1500;
  const std::vector<float> values = Counting(kRows * kRows);
  const Checkpoint checkpoint = Open(R"({"model_type":"rasbt_self_attention_v2"})",
                                     {{"W_query.weight", {kRows, kRows}, "F32", FloatBytes(values)},
                                      {"W_key.weight", {kRows, kRows}},
                                      {"W_value.weight", {kRows, kRows}}})
                                    .value();
  EXPECT_TRUE(checkpoint.ReadLayer(0)->query == values);
}

// Pieces that end within a block and pieces that hold the end of one.
TEST_F(CheckpointTest, SplitsLargeFusedRows) {
  constexpr int kWidth = 700;
  const std::vector<float> values = Counting(3 * kWidth * kWidth);
  const Checkpoint checkpoint =
      Open(R"({"model_type":"torch_mha","num_heads":1})",
           {{"in_proj_weight", {3 * kWidth, kWidth}, "F32", FloatBytes(values)},
            {"out_proj.weight", {kWidth, kWidth}}})
          .value();
  const LayerWeights weights = checkpoint.ReadLayer(0).value();
  const auto third = [&](int i) {
    const auto begin = values.begin() + i * kWidth * kWidth;
    return std::vector<float>(begin, begin + kWidth * kWidth);
  };
  EXPECT_TRUE(weights.query == third(0));
  EXPECT_TRUE(weights.key == third(1));
  EXPECT_TRUE(weights.value == third(2));
}

TEST_F(CheckpointTest, ReadsIntoTheMemoryOfAnotherLayer) {
  const Checkpoint checkpoint = OpenGpt2(TinyGpt2()).value();
  LayerWeights larger = checkpoint.ReadLayer(0).value();
  const float* const place = larger.query.data();
  larger.output.assign(1000, 7.0f);
  larger.query_norm.assign(5, 7.0f);
  LayerWeights again = checkpoint.ReadLayer(0, std::move(larger)).value();
  EXPECT_EQ(again.query.data(), place);
  EXPECT_THAT(again.query, ElementsAre(0, 6, 1, 7));
  EXPECT_THAT(again.output, ElementsAre(1, 3, 2, 4));
  EXPECT_THAT(again.query_norm, IsEmpty());
  again.value = std::vector<float>(1, 7.0f);
  again.output_bias.clear();
  const LayerWeights grown = checkpoint.ReadLayer(0, std::move(again)).value();
  EXPECT_THAT(grown.value, ElementsAre(4, 10, 5, 11));
  EXPECT_THAT(grown.output_bias, ElementsAre(5, 6));
}

TEST_F(CheckpointTest, WidensF16AndBf16) {
  const auto bytes = [](std::uint16_t a, std::uint16_t b) {
    std::string text(4, '\0');
    std::memcpy(text.data(), &a, 2);
    std::memcpy(text.data() + 2, &b, 2);
    return text;
  };
  const Checkpoint checkpoint = Open(R"({"model_type":"rasbt_self_attention_v2"})",
                                     {{"W_query.weight", {1, 2}, "F16", bytes(0x3c00, 0xc100)},
                                      {"W_key.weight", {1, 2}, "BF16", bytes(0x3f80, 0xc040)},
                                      {"W_value.weight", {1, 2}, "F32"}})
                                    .value();
  const LayerWeights weights = checkpoint.ReadLayer(0).value();
  EXPECT_EQ(checkpoint.weights_dtype(), DType::kF16);
  EXPECT_THAT(weights.query, ElementsAre(1.0f, -2.5f));
  EXPECT_THAT(weights.key, ElementsAre(1.0f, -3.0f));
}

TEST_F(CheckpointTest, NonFiniteWeightsNameTensorAndIndex) {
  std::vector<FakeTensor> tensors = TinyGpt2();
  tensors[0].bytes = FloatBytes({0, 1, 2, 3, 4, 5, 6, std::nanf(""), 8, 9, 10, 11});
  EXPECT_THAT(OpenGpt2(tensors)->ReadLayer(0),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "model.safetensors: h.0.attn.c_attn.weight: expected finite weights, found "
                       "NaN at [1,1]"));
  tensors = TinyGpt2();
  tensors[3].bytes = FloatBytes({0, -std::numeric_limits<float>::infinity()});
  EXPECT_THAT(OpenGpt2(tensors)->ReadLayer(0),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("h.0.attn.c_proj.bias: expected finite weights, found infinity "
                                 "at [1]")));
}

TEST_F(CheckpointTest, AFileCutShortAfterOpeningIsAnError) {
  const Checkpoint checkpoint = OpenGpt2(TinyGpt2()).value();
  std::filesystem::resize_file(dir_.File("model.safetensors"), 100);
  EXPECT_THAT(checkpoint.ReadLayer(0), StatusIs(absl::StatusCode::kInvalidArgument,
                                                HasSubstr("when it was opened and has 100 now")));
}

TEST_F(CheckpointTest, AFileReplacedAfterOpeningChangesNothing) {
  const Checkpoint checkpoint = OpenGpt2(TinyGpt2()).value();
  dir_.Write("new", "not weights");
  std::filesystem::rename(dir_.File("new"), dir_.File("model.safetensors"));
  EXPECT_THAT(checkpoint.ReadLayer(0)->output_bias, ElementsAre(5, 6));
}

TEST_F(CheckpointTest, ThreadsMayReadAtOnce) {
  const Checkpoint checkpoint = Checkpoint::Open(GoldenDir("gpt2")).value();
  const LayerWeights expected = checkpoint.ReadLayer(1).value();
  std::vector<std::thread> threads;
  std::vector<int> equal(4, 0);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        equal[t] += checkpoint.ReadLayer(1)->query == expected.query ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(equal, ElementsAreArray({20, 20, 20, 20}));
}

TEST_F(CheckpointTest, MissingFolderAndFiles) {
  EXPECT_THAT(Checkpoint::Open(dir_.File("none")),
              StatusIs(absl::StatusCode::kNotFound, "the checkpoint folder does not exist"));
  EXPECT_THAT(Checkpoint::Open(dir_.path()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("config.json: no such file")));
  EXPECT_THAT(
      Checkpoint::Open(dir_.Write("config.json", R"({"model_type":"gpt2"})")),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("expected a checkpoint folder")));
  EXPECT_THAT(Checkpoint::Open(dir_.path()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("neither model.safetensors nor")));
}

TEST_F(CheckpointTest, MovesKeepEverything) {
  Checkpoint first = OpenGpt2(TinyGpt2()).value();
  const Checkpoint second = std::move(first);
  EXPECT_THAT(second.ReadLayer(0), IsOk());
  EXPECT_EQ(second.layers()[0].module, "h.0.attn");
}

}  // namespace
}  // namespace headwise
