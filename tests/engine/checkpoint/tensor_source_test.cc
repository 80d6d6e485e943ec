#include "engine/checkpoint/tensor_source.h"

#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::GoldenDir;
using ::headwise::testing::MakeSafetensors;
using ::headwise::testing::MakeSource;
using ::headwise::testing::StatusIs;
using ::headwise::testing::TempDir;
using ::testing::HasSubstr;

class TensorSourceTest : public ::testing::Test {
 protected:
  void WriteIndex(const std::string& weight_map) {
    dir_.Write("model.safetensors.index.json",
               R"({"metadata":{},"weight_map":)" + weight_map + "}");
  }
  void ExpectRefused(absl::StatusCode code, const std::string& message) {
    EXPECT_THAT(TensorSource::Open(dir_.path()), StatusIs(code, HasSubstr(message)));
  }

  TempDir dir_;
};

TEST_F(TensorSourceTest, OneFileSortedByName) {
  const TensorSource source =
      MakeSource(dir_, {{"b", {1}}, {"a.x", {1}}, {"a.y", {2}}, {"ab", {1}}});
  ASSERT_EQ(source.tensors().size(), 4u);
  EXPECT_EQ(source.tensors()[0].name(), "a.x");
  EXPECT_EQ(source.Find("a.y")->entry->shape.dim(0), 2);
  EXPECT_EQ(source.Find("c"), nullptr);
  EXPECT_EQ(source.WithPrefix("a.").size(), 2u);
  EXPECT_EQ(source.WithPrefix("").size(), 4u);
  EXPECT_TRUE(source.WithPrefix("z").empty());
}

TEST_F(TensorSourceTest, Shards) {
  const TensorSource source = TensorSource::Open(GoldenDir("llama_sharded")).value();
  EXPECT_EQ(source.tensors().size(), 14u);
  EXPECT_EQ(source.Find("model.norm.weight")->file->name(), "model-00002-of-00002.safetensors");
  EXPECT_EQ(source.Find("model.embed_tokens.weight")->file->name(),
            "model-00001-of-00002.safetensors");
}

TEST_F(TensorSourceTest, TheSingleFileWins) {
  WriteIndex(R"({"a":"missing.safetensors"})");
  EXPECT_EQ(MakeSource(dir_, {{"a", {1}}}).name(), "model.safetensors");
}

TEST_F(TensorSourceTest, ShardsMayBeSymbolicLinks) {
  std::filesystem::create_directory(dir_.File("blobs"));
  dir_.Write("blobs/0123", MakeSafetensors({{"a", {1}}}));
  std::filesystem::create_symlink("blobs/0123", dir_.File("s.safetensors"));
  WriteIndex(R"({"a":"s.safetensors"})");
  EXPECT_EQ(TensorSource::Open(dir_.path())->tensors().size(), 1u);
}

TEST_F(TensorSourceTest, NeitherNamesBothAndWhatElseIsThere) {
  ExpectRefused(absl::StatusCode::kNotFound,
                "holds neither model.safetensors nor model.safetensors.index.json");
  dir_.Write("pytorch_model.bin", "x");
  dir_.Write("model.q4.gguf", "x");
  ExpectRefused(absl::StatusCode::kNotFound,
                "found model.q4.gguf, pytorch_model.bin, convert it to safetensors");
}

TEST_F(TensorSourceTest, MissingShard) {
  WriteIndex(R"({"a":"s.safetensors"})");
  ExpectRefused(absl::StatusCode::kNotFound, "shard s.safetensors is missing; it holds a");
}

TEST_F(TensorSourceTest, ATensorThatItsShardLacks) {
  dir_.Write("s.safetensors", MakeSafetensors({{"a", {1}}}));
  WriteIndex(R"({"a":"s.safetensors","b":"s.safetensors"})");
  ExpectRefused(absl::StatusCode::kInvalidArgument,
                "expected tensor \"b\" in s.safetensors, it is not there");
}

TEST_F(TensorSourceTest, TheSameTensorInTwoShards) {
  dir_.Write("s.safetensors", MakeSafetensors({{"a", {1}}}));
  dir_.Write("t.safetensors", MakeSafetensors({{"a", {1}}, {"b", {1}}}));
  WriteIndex(R"({"a":"s.safetensors","b":"t.safetensors"})");
  ExpectRefused(absl::StatusCode::kInvalidArgument,
                "tensor \"a\": expected in one shard, found in s.safetensors and t.safetensors");
}

TEST_F(TensorSourceTest, ShardNamesArePlain) {
  for (const char* name : {"", ".", "..", "../s", "/s", "d/s", "d\\\\s", "s\\u0000"}) {
    WriteIndex(std::string(R"({"a":")") + name + "\"}");
    ExpectRefused(absl::StatusCode::kInvalidArgument,
                  "weight_map \"a\": expected a plain file name, found \"");
  }
}

TEST_F(TensorSourceTest, BadIndexes) {
  for (const char* bad : {"{}", "[]", "null", "\"x\""}) {
    WriteIndex(bad);
    ExpectRefused(absl::StatusCode::kInvalidArgument, "weight_map: expected an object");
  }
  WriteIndex(R"({"a":1})");
  ExpectRefused(absl::StatusCode::kInvalidArgument, "expected a plain file name, found 1");
  WriteIndex(R"({"a":"s","a":"s"})");
  ExpectRefused(absl::StatusCode::kInvalidArgument, "key \"a\" appears twice");
  dir_.Write("model.safetensors.index.json", "{}");
  ExpectRefused(absl::StatusCode::kInvalidArgument,
                "weight_map: expected an object of tensor "
                "names and their files, found none");
}

}  // namespace
}  // namespace headwise
