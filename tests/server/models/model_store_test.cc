#include "server/models/model_store.h"

#include <atomic>
#include <future>

#include "server/models/model_loader.h"
#include "tests/server/support/demo.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class ModelStoreTest : public ::testing::Test {
 protected:
  std::shared_ptr<ServedModel> Generation(const std::string& name) {
    auto model = std::make_shared<ServedModel>();
    model->name = name;
    return model;
  }

  MetricFamilies families_;
  ModelStore store_{{"b", "a"}, families_};
};

TEST_F(ModelStoreTest, LoadingUntilPublished) {
  EXPECT_THAT(store_.Find("a"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("a is still loading")));
  EXPECT_EQ(store_.Describe("a")->model, nullptr);
  const auto generation = Generation("a");
  store_.Publish(generation);
  EXPECT_EQ(*store_.Find("a"), generation);
  EXPECT_FALSE(store_.Find("b").ok());
}

TEST_F(ModelStoreTest, ALaterGenerationTakesThePlaceAndTheOldOneLivesOn) {
  store_.Publish(Generation("a"));
  const auto held = *store_.Find("a");
  const auto next = Generation("a");
  store_.Publish(next);
  EXPECT_EQ(*store_.Find("a"), next);
  EXPECT_EQ(held.use_count(), 1);
}

TEST_F(ModelStoreTest, UnknownNamesListWhatIsServed) {
  EXPECT_THAT(store_.Find("c"), StatusIs(absl::StatusCode::kNotFound,
                                         AllOf(HasSubstr("one of a, b"), HasSubstr("\"c\""))));
  EXPECT_EQ(store_.MetricsOf("c"), nullptr);
}

TEST_F(ModelStoreTest, BadNamesAreInvalid) {
  for (const std::string name : {"", "..", "../a", "/a", "a ", "a\nb"}) {
    EXPECT_THAT(store_.Find(name),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("model: expected a name")))
        << name;
  }
}

TEST_F(ModelStoreTest, ListsByName) {
  const auto list = store_.List();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].name, "a");
  EXPECT_EQ(list[1].name, "b");
}

class ModelLoaderTest : public ::testing::Test {
 protected:
  absl::StatusOr<std::shared_ptr<const ServedModel>> Load(const std::string& folder) {
    return LoadModel({"demo", folder}, {*engine_, families_, logger_}, stop_);
  }

  const Logger logger_{LogLevel::kOff};
  MetricFamilies families_;
  std::unique_ptr<Engine> engine_ = *Engine::Create();
  std::atomic<bool> stop_{false};
};

TEST_F(ModelLoaderTest, LoadsTheDemo) {
  const auto served = Load(kDemoFolder);
  ASSERT_THAT(served, IsOk());
  EXPECT_EQ((*served)->model->layer_count(), kDemoLayers);
  EXPECT_EQ((*served)->name, "demo");
}

TEST_F(ModelLoaderTest, ErrorsNameTheModelAndNoFolder) {
  const std::string folder = ::testing::TempDir() + "/no_such_folder";
  const absl::Status status = Load(folder).status();
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("model demo: ")));
  EXPECT_EQ(std::string(status.message()).find(folder), std::string::npos);
}

TEST_F(ModelLoaderTest, GivesUpWhenToldTo) {
  stop_ = true;
  EXPECT_THAT(Load(kDemoFolder), StatusIs(absl::StatusCode::kCancelled, HasSubstr("demo")));
}

TEST_F(ModelLoaderTest, StopsAtTheFirstFailure) {
  ModelStore store({"demo", "gone"}, families_);
  std::promise<absl::Status> done;
  const ModelLoader loader({{"demo", kDemoFolder}, {"gone", ::testing::TempDir() + "/gone"}},
                           {*engine_, families_, logger_}, store,
                           [&done](const absl::Status& result) { done.set_value(result); });
  EXPECT_THAT(done.get_future().get(),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("model gone")));
  EXPECT_THAT(store.Find("demo"), IsOk());
}

}  // namespace
}  // namespace headwise::testing
