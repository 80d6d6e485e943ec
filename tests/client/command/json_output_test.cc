#include "client/command/json_output.h"

#include <cmath>
#include <limits>

#include "client/library/tensor.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(JsonNumberTest, HasTheDigitsOfTheFloat) {
  EXPECT_EQ(JsonNumber(0.1f).dump(), "0.1");
  EXPECT_EQ(JsonNumber(1.0f / 3).dump(), "0.33333334");
  EXPECT_EQ(JsonNumber(16777216.0f).dump(), "16777216.0");
  for (float value : {3.4028235e38f, 1e-45f, -0.0f, 1.17549435e-38f}) {
    EXPECT_EQ(JsonNumber(value).get<float>(), value);
  }
}

TEST(JsonNumberTest, NonFiniteIsNull) {
  EXPECT_TRUE(JsonNumber(std::numeric_limits<float>::infinity()).is_null());
  EXPECT_TRUE(JsonNumber(-std::numeric_limits<double>::infinity()).is_null());
  EXPECT_TRUE(JsonNumber(std::nan("")).is_null());
}

TEST(JsonTensorTest, WithAndWithoutValues) {
  const v1::Tensor tensor = *MakeTensor({1, 2}, {1.5f, std::nanf("")});
  EXPECT_EQ(JsonTensor(tensor, true).dump(),
            R"({"dtype":"F32","shape":[1,2],"values":[1.5,null]})");
  EXPECT_EQ(JsonTensor(tensor, false).dump(), R"({"dtype":"F32","shape":[1,2]})");
}

TEST(JsonTextTest, KeepsFlatArraysOnOneLine) {
  const Json json = {
      {"b", {1, 2, 3}}, {"a", Json::array({Json{{"x", nullptr}}})}, {"e", Json::array()}};
  EXPECT_EQ(JsonText(json),
            "{\n"
            "  \"b\": [1,2,3],\n"
            "  \"a\": [\n"
            "    {\n"
            "      \"x\": null\n"
            "    }\n"
            "  ],\n"
            "  \"e\": []\n"
            "}\n");
}

TEST(JsonTextTest, EscapesAndReplaces) {
  Json json;
  json["k\"\n"] = "bad \xff byte";
  const std::string text = JsonText(json);
  EXPECT_TRUE(Json::accept(text)) << text;
  EXPECT_EQ(Json::parse(text)["k\"\n"], "bad \xef\xbf\xbd byte");
}

}  // namespace
}  // namespace headwise
