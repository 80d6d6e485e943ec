// The command against the real server with the demo model.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "client/command/ablation.h"
#include "client/command/command_line.h"
#include "client/command/exit_code.h"
#include "client/command/json_output.h"
#include "client/command/progress.h"
#include "client/library/tensor.h"
#include "engine/checkpoint/safetensors_file.h"
#include "engine/checkpoint/safetensors_writer.h"
#include "tests/server/support/server_fixture.h"
#include "tests/support/temp_folder.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;

class DemoTest : public ServerTest {
 protected:
  void SetUp() override { Start(); }

  std::string Demo(int layer, const char* what = "input") const {
    return std::string(kDemoFolder) + "/activations.safetensors:layer." + std::to_string(layer) +
           "." + what;
  }

  int Run(std::vector<std::string> arguments) {
    out_.str("");
    err_.str("");
    return RunCommandLine(std::move(arguments), server_->address(), Console{&out_, &err_});
  }

  std::unique_ptr<Client> MakeClient() const {
    ClientOptions options;
    options.target = server_->address();
    return *Client::Create(options);
  }

  const TempFolder folder_;
  std::ostringstream out_;
  std::ostringstream err_;
};

// Without head h the output lacks exactly the head's contribution.
TEST_F(DemoTest, AblationAgreesWithContributions) {
  v1::AttendRequest request = DemoRequest(1);
  std::vector<std::vector<std::int64_t>> groups;
  for (std::int64_t head = 0; head < 8; ++head) groups.push_back({head});
  Progress progress(Console{&out_, &err_}, "");
  const auto ablation = Ablate(*MakeClient(), request, groups, 8, &progress);
  ASSERT_THAT(ablation, IsOk());
  request.mutable_outputs()->mutable_contributions()->set_all(true);
  const auto answer = MakeClient()->Attend(request);
  ASSERT_THAT(answer, IsOk());
  const std::vector<float> output = *FloatsOf(answer->context());
  const std::vector<float> parts = *FloatsOf(answer->contributions().tensor());
  ASSERT_EQ(parts.size(), 8 * output.size());
  for (const AblatedHeads& group : ablation->groups) {
    std::vector<float> without = output;
    const float* part = parts.data() + static_cast<std::size_t>(group.heads[0]) * output.size();
    for (std::size_t i = 0; i < without.size(); ++i) without[i] -= part[i];
    const OutputChange change = ChangeOf(output, without);
    EXPECT_GT(change.relative, 0.01);
    EXPECT_NEAR(group.change.relative, change.relative, 1e-5);
    EXPECT_NEAR(group.change.largest, change.largest, 1e-5);
    EXPECT_GT(group.time_ns, 0);
  }
}

TEST_F(DemoTest, HeadsStatisticsAreThoseOfTheProbabilities) {
  EXPECT_EQ(Run({"heads", "demo", "h.2.attn", "-i", Demo(2), "--runs", "1", "-o", "json"}), kExitOk)
      << err_.str();
  const Json heads = Json::parse(out_.str())["heads"];
  const Tensor probabilities = DemoTensor(2, "probabilities");  // [8,T,T]
  const std::int64_t tokens = probabilities.shape().dim(1);
  const float* p = probabilities.floats();
  for (std::size_t head = 0; head < 8; ++head) {
    double entropy = 0;
    double distance = 0;
    for (std::int64_t i = 0; i < tokens; ++i) {
      for (std::int64_t j = 0; j <= i; ++j) {
        const double weight = p[i * tokens + j];
        if (weight > 0) entropy -= weight * std::log2(weight);
        distance += weight * static_cast<double>(i - j);
      }
    }
    p += tokens * tokens;
    EXPECT_NEAR(heads[head]["entropy_bits"].get<double>(), entropy / tokens, 1e-3) << head;
    EXPECT_NEAR(heads[head]["mean_distance"].get<double>(), distance / tokens, 1e-3) << head;
  }
}

TEST_F(DemoTest, TopKeysAreTheLargestProbabilities) {
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", Demo(0), "--runs", "1", "--top-keys", "1", "--rows",
                 "20", "-o", "json"}),
            kExitOk)
      << err_.str();
  const Json top = Json::parse(out_.str())["top_keys"];
  ASSERT_EQ(top.size(), 8u);
  const Tensor probabilities = DemoTensor(0, "probabilities");
  const std::int64_t tokens = probabilities.shape().dim(1);
  for (const Json& row : top) {
    const float* line =
        probabilities.floats() + (row["head"].get<std::int64_t>() * tokens + 20) * tokens;
    const float largest = *std::max_element(line, line + tokens);
    EXPECT_NEAR(row["keys"][0]["weight"].get<double>(), largest, 1e-4);
    EXPECT_NEAR(line[row["keys"][0]["key"].get<std::size_t>()], largest, 1e-4);
  }
}

TEST_F(DemoTest, AMaskHidesWhatTheCausalRuleHides) {
  Tensor mask(DType::kBool, *Shape::Create({54, 54}));
  for (int i = 0; i < 54; ++i) {
    for (int j = 0; j < 54; ++j) {
      mask.mutable_view().data()[i * 54 + j] = std::byte{static_cast<unsigned char>(j > i)};
    }
  }
  const std::string path = folder_.File("later.safetensors");
  ASSERT_THAT(WriteSafetensors(path, {{"later", mask.view()}}), IsOk());
  EXPECT_EQ(Run({"attend", "demo", "3", "-i", Demo(3), "--no-causal", "--mask", path + "=ignore",
                 "--expect", Demo(3, "output")}),
            kExitOk)
      << err_.str() << out_.str();
  EXPECT_EQ(Run({"attend", "demo", "3", "-i", Demo(3), "--no-causal", "--mask", path + "=attend",
                 "--expect", Demo(3, "output")}),
            kExitDifferent);
}

TEST_F(DemoTest, EveryCommandWorks) {
  const std::string file = folder_.File("y.safetensors");
  EXPECT_EQ(Run({"attend", "demo", "h.0.attn", "-i", Demo(0), "--contributions", "all", "--scores",
                 "0", "--top-keys", "2", "--statistics", "--rows", "0-3", "-o", file}),
            kExitOk)
      << err_.str();
  EXPECT_EQ(SafetensorsFile::Open(file)->ReadTensor("contributions")->shape().ToString(),
            "[8,54,128]");
  EXPECT_EQ(Run({"compare", "demo", "0", "-i", Demo(0), "--runs", "1"}), kExitOk) << err_.str();
  EXPECT_EQ(Run({"models", "demo"}), kExitOk) << err_.str();
  EXPECT_EQ(Run({"heads", "demo", "1", "-i", Demo(1), "--png", folder_.File("x.png")}), kExitOk)
      << err_.str();
}

// The last 20 of 54 keys, then the others: put together they are all.
TEST_F(DemoTest, PartsOfTheKeysMerge) {
  const Tensor x = DemoTensor(0, "head_context");  // [8,54,16], any numbers do
  auto write = [&](const std::string& name, std::int64_t first, std::int64_t count) {
    Tensor part(DType::kF32, *Shape::Create({8, count, 16}));
    for (std::int64_t h = 0; h < 8; ++h) {
      const float* from = x.floats() + (h * 54 + first) * 16;
      std::copy(from, from + count * 16, part.floats() + h * count * 16);
    }
    EXPECT_THAT(WriteSafetensors(folder_.File(name), {{"x", part.view()}}), IsOk());
    return folder_.File(name);
  };
  const std::string all = write("all.safetensors", 0, 54);
  auto core = [&](const std::string& keys, const std::string& out) {
    EXPECT_EQ(
        Run({"core", "--queries", all, "--keys", keys, "--values", keys, "-o", folder_.File(out)}),
        kExitOk)
        << err_.str();
    return folder_.File(out);
  };
  const std::string whole = core(all, "whole.safetensors");
  const std::string a = core(write("k1.safetensors", 34, 20), "a.safetensors");
  const std::string b = core(write("k2.safetensors", 0, 34), "b.safetensors");
  const std::string merged = folder_.File("merged.safetensors");
  ASSERT_EQ(Run({"merge", a, b, "-o", merged}), kExitOk) << err_.str();
  const Tensor got = *SafetensorsFile::Open(merged)->ReadTensor("context");
  const Tensor want = *SafetensorsFile::Open(whole)->ReadTensor("context");
  ASSERT_EQ(got.shape().ToString(), "[1,8,54,16]");
  for (std::int64_t i = 0; i < got.shape().elements(); ++i) {
    ASSERT_NEAR(got.floats()[i], want.floats()[i], 1e-5) << i;
  }
}

}  // namespace
}  // namespace headwise::testing
