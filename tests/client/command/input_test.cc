#include "client/command/input.h"

#include <filesystem>
#include <fstream>

#include "engine/checkpoint/safetensors_writer.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

class InputTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }

  std::string Write(const std::string& name, const std::vector<std::string>& tensors) {
    Tensor tensor(DType::kF32, *Shape::Create({1, 2}));
    tensor.floats()[0] = 1;
    tensor.floats()[1] = 2;
    std::vector<NamedTensor> named;
    for (const std::string& tensor_name : tensors) named.push_back({tensor_name, tensor.view()});
    EXPECT_THAT(WriteSafetensors(Path(name), named), IsOk());
    return Path(name);
  }

  const testing::TempFolder folder_;
};

TEST_F(InputTest, TakesTheOnlyTensor) {
  const auto tensor = LoadInput("--input", Write("x.safetensors", {"embeddings"}));
  ASSERT_TRUE(tensor.ok()) << tensor.status();
  EXPECT_EQ(tensor->floats()[1], 2);
}

TEST_F(InputTest, TakesTheNamedTensor) {
  const std::string path = Write("x.safetensors", {"a", "layer.0:input"});
  EXPECT_THAT(LoadInput("--input", path + ":layer.0:input"), IsOk());
}

TEST_F(InputTest, ListsTheTensorsIfItMustChoose) {
  EXPECT_THAT(LoadInput("--input", Write("x.safetensors", {"b", "a"})),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("/x.safetensors: holds 2 tensors; add one, as in "
                                 "x.safetensors:a; there are a, b")));
}

TEST_F(InputTest, ListsTheTensorsIfTheNameIsUnknown) {
  EXPECT_THAT(LoadInput("--expect", Write("x.safetensors", {"a"}) + ":c"),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("/x.safetensors: no tensor 'c'; there are a")));
}

TEST_F(InputTest, ReadsNpyByItsFirstBytes) {
  std::ofstream file(Path("array"), std::ios::binary);
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}";
  file << "\x93NUMPY" << '\1' << '\0' << static_cast<char>(header.size()) << '\0' << header
       << std::string(4, '\0');
  file.close();
  EXPECT_THAT(LoadInput("--input", Path("array")), IsOk());
  EXPECT_THAT(LoadInput("--input", Path("array") + ":x"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("a .npy file has no names; leave out ':x'")));
}

TEST_F(InputTest, NamesTheFileThatIsBad) {
  std::ofstream(Path("bad.npy")) << "not numpy";
  EXPECT_THAT(
      LoadInput("--input", Path("bad.npy")),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("/bad.npy: expected a .npy file")));
}

TEST_F(InputTest, NamesTheTensorOfAnotherType) {
  const std::string path = Write("x.safetensors", {"a", "b"});
  EXPECT_THAT(LoadIntegers("--positions", path + ":a"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("/x.safetensors:a: expected I32, I64, U8 or U32, got F32")));
  EXPECT_THAT(LoadMaskValues("--mask", path + ":a"), IsOk());
}

TEST_F(InputTest, MissingFile) {
  EXPECT_THAT(LoadInput("--input", Path("none.npy")),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/none.npy: no such file")));
}

TEST_F(InputTest, SplitsAtTheColonBehindTheEnding) {
  const InputName name = SplitInputName("a:b/x.safetensors:layer.0:input");
  EXPECT_EQ(name.path, "a:b/x.safetensors");
  EXPECT_EQ(name.tensor, "layer.0:input");
  EXPECT_EQ(SplitInputName("blob:t").path, "blob");
  EXPECT_EQ(SplitInputName("x.npy").tensor, "");
}

TEST_F(InputTest, AColonInTheNameOfAnExistingFileStays) {
  const std::string path = Write("a:b.safetensors", {"x"});
  EXPECT_EQ(SplitInputName(path).path, path);
  EXPECT_EQ(SplitInputName(path + ":x").tensor, "x");
}

}  // namespace
}  // namespace headwise
