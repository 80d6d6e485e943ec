#include "client/command/heads_command.h"

#include <filesystem>

#include "client/command/json_output.h"
#include "client/library/tensor.h"
#include "tests/client/command/command_fixture.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using HeadsCommandTest = testing::CommandTest;

TEST_F(HeadsCommandTest, ShowsTimesAndTheServersStatistics) {
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_}), kExitOk) << err_.str();
  EXPECT_THAT(out_.str(),
              HasSubstr("   0         3.0   ########                     1.00     0.500       0.50"
                        "   0.250   0.125"));
  EXPECT_TRUE(request_.outputs().statistics().heads().all());
  EXPECT_TRUE(request_.outputs().statistics().rows().empty());
  EXPECT_FALSE(request_.outputs().context());
  EXPECT_FALSE(request_.outputs().has_probabilities());
  EXPECT_EQ(server_.attention.calls, 4);  // three timed runs
}

TEST_F(HeadsCommandTest, JsonHasTheSameNumbers) {
  EXPECT_EQ(Run({"heads", "demo", "h.0.attn", "-i", input_, "--rows", "1", "-o", "json"}), kExitOk)
      << err_.str();
  const Json json = Json::parse(out_.str());
  EXPECT_EQ(json["heads"][1]["time_ns"], 6000);
  EXPECT_DOUBLE_EQ(json["heads"][0]["entropy_bits"], 1.0);
  EXPECT_EQ(json["heads"][0]["mean_distance"], 0.5);
  EXPECT_EQ(json["heads"][0]["diagonal"], 0.125);
  EXPECT_EQ(json["query_rows"], 1);
  EXPECT_THAT(request_.outputs().statistics().rows(), ElementsAre(1));
}

TEST_F(HeadsCommandTest, SaysIfAHeadIsMissing) {
  server_.attention.attend = [](auto&, const auto& request, auto* response) {
    Answer(request, response);
    if (!response->statistics().empty()) response->mutable_statistics()->RemoveLast();
    return grpc::Status::OK;
  };
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_}), kExitInternal);
  EXPECT_EQ(err_.str(), "headwise: statistics: expected 2 heads of sequence 0, got 1\n");
}

// Answers with the keys 1 and 0, with weights 0.75 and 0.25, for every row of every head.
void AnswerTopKeys(const v1::TopKeySelection& asked, v1::TopKeys* top) {
  *top->mutable_heads() = asked.of().heads().heads();
  if (asked.of().heads().all()) {
    top->add_heads(0);
    top->add_heads(1);
  }
  *top->mutable_rows() = asked.of().rows();
  const std::int64_t lines = std::int64_t{top->heads_size()} * top->rows_size();
  std::vector<std::int32_t> keys;
  std::vector<float> weights;
  for (std::int64_t i = 0; i < lines; ++i) {
    keys.insert(keys.end(), {1, 0});
    weights.insert(weights.end(), {0.75f, 0.25f});
  }
  *top->mutable_weights() = *MakeTensor({top->heads_size(), top->rows_size(), 2}, weights);
  *top->mutable_keys() = top->weights();
  top->mutable_keys()->set_dtype(v1::DATA_TYPE_I32);
  top->mutable_keys()->set_data(keys.data(), keys.size() * sizeof(std::int32_t));
}

class TopKeysOfHeadsTest : public HeadsCommandTest {
 protected:
  TopKeysOfHeadsTest() {
    server_.attention.attend = [this](auto&, const auto& request, auto* response) {
      request_ = request;
      Answer(request, response);
      AnswerTopKeys(request.outputs().top_keys(), response->mutable_top_keys());
      return grpc::Status::OK;
    };
  }
};

TEST_F(TopKeysOfHeadsTest, ListsTheLastRowByDefault) {
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--top-keys", "2", "--text", "ab"}), kExitOk)
      << err_.str();
  EXPECT_THAT(request_.outputs().top_keys().of().rows(), ElementsAre(1));
  EXPECT_EQ(request_.outputs().top_keys().count(), 2);
  EXPECT_THAT(out_.str(), HasSubstr("1 'b'      1   1 'b' (0.750), 0 'a' (0.250)\n"));
}

TEST_F(TopKeysOfHeadsTest, OfOneHeadAndChosenRows) {
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--top-keys", "2", "--head", "1", "--rows",
                 "0,1", "-o", "json"}),
            kExitOk)
      << err_.str();
  const Json json = Json::parse(out_.str());
  ASSERT_EQ(json["top_keys"].size(), 2u);
  EXPECT_EQ(json["top_keys"][1]["row"], 1);
  EXPECT_EQ(json["top_keys"][1]["head"], 1);
  EXPECT_EQ(json["top_keys"][1]["keys"][0]["key"], 1);
  EXPECT_EQ(json["top_keys"][1]["keys"][0]["weight"], 0.75);
}

TEST_F(HeadsCommandTest, DrawsMaps) {
  const std::string png = folder_.File("heads.png");
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", png, "-o", "json"}), kExitOk)
      << err_.str();
  EXPECT_EQ(Json::parse(out_.str())["picture"], png);
  EXPECT_TRUE(std::filesystem::remove(png));
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", png, "--head", "1", "--text", "ab"}),
            kExitOk)
      << err_.str();
  EXPECT_THAT(request_.outputs().probabilities().heads().heads(), ElementsAre(1));
  EXPECT_THAT(request_.outputs().probabilities().rows(), ElementsAre(0, 1));
  EXPECT_THAT(out_.str(), HasSubstr("Picture: " + png));
  EXPECT_GT(std::filesystem::file_size(png), 100u);
}

TEST_F(HeadsCommandTest, RefusesWhatItCannotDraw) {
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--head", "1"}), kExitUsage);
  EXPECT_EQ(err_.str(), "headwise: --head: expected --png FILE or --top-keys K beside it\n");
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", ""}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--png: expected the name of a file, got nothing"));
  const std::string png = folder_.File("heads.png");
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", png, "--text", "abc"}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--text: expected 2 characters"));
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--sequence", "1"}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--sequence: expected 0..0 for this input, got 1"));
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", png, "--key-input", input_}),
            kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--png: expected self-attention"));
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", folder_.File("no/x.png")}),
            kExitCannotCreate);
  EXPECT_THAT(err_.str(), StartsWith("headwise: --png: x.png: cannot create: "));
  EXPECT_EQ(out_.str(), "");
}

TEST_F(HeadsCommandTest, CrossAttentionNeedsKeys) {
  server_.models.models["demo"].mutable_layers(0)->set_cross(true);
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_}), kExitUsage);
  EXPECT_EQ(err_.str(),
            "headwise: --key-input: expected it, as layer 0 is cross-attention: its keys and "
            "values come from there\n");
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--key-input", input_}), kExitOk);
  EXPECT_THAT(request_.key_input().shape(), ElementsAre(2, 2));
  EXPECT_THAT(out_.str(), Not(HasSubstr("Picture")));
}

}  // namespace
}  // namespace headwise
