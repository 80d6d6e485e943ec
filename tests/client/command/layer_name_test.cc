#include "client/command/layer_name.h"

#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

v1::GetModelResponse Model() {
  v1::GetModelResponse model;
  model.set_name("demo");
  for (const char* module : {"h.0.attn", "h.1.attn"}) model.add_layers()->set_module(module);
  return model;
}

TEST(FindLayerTest, ByNumberOrModule) {
  EXPECT_EQ(*FindLayer(Model(), "1"), 1);
  EXPECT_EQ(*FindLayer(Model(), "h.1.attn"), 1);
}

TEST(FindLayerTest, AModuleThatIsANumberComesFirst) {
  v1::GetModelResponse model = Model();
  model.mutable_layers(0)->set_module("1");
  EXPECT_EQ(*FindLayer(model, "1"), 0);
}

TEST(FindLayerTest, ListsWhatThereIs) {
  for (const char* layer : {"2", "-1", "h.1", ""}) {
    EXPECT_THAT(FindLayer(Model(), layer),
                StatusIs(absl::StatusCode::kNotFound,
                         HasSubstr("it has 0..1, or by name h.0.attn, h.1.attn")));
  }
}

TEST(FindLayerTest, OfAModelThatLoads) {
  v1::GetModelResponse model;
  model.set_name("big");
  EXPECT_THAT(FindLayer(model, "0"),
              StatusIs(absl::StatusCode::kUnavailable, "model 'big' is still loading; try again"));
}

}  // namespace
}  // namespace headwise
