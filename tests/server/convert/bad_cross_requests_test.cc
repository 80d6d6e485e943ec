// Every way to get what keys and values are made from wrong, with what the answer must name.
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tests/server/convert/bad_request.h"
#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using Request = v1::AttendRequest;
using Spoil = std::function<void(Request&)>;

v1::Tensor& Keys(Request& r) { return *r.mutable_key_input(); }
v1::Tensor& Values(Request& r) { return *r.mutable_value_input(); }

Spoil KeysOf(std::vector<std::int64_t> shape) {
  return [shape = std::move(shape)](Request& r) { SetTensor(Keys(r), shape); };
}
Spoil ValuesOf(std::vector<std::int64_t> shape) {
  return [shape = std::move(shape)](Request& r) { SetTensor(Values(r), shape); };
}
Spoil KeyLengths(std::vector<std::int64_t> lengths) {
  return [lengths = std::move(lengths)](Request& r) {
    for (const std::int64_t length : lengths) r.add_key_lengths(length);
  };
}

const Bad<Request> kBad[] = {
    {"no_keys", [](Request& r) { r.clear_key_input(), r.clear_value_input(); }, "key_input",
     "cross-attention", "none"},
    {"no_values", [](Request& r) { r.clear_value_input(); }, "value_input", "[B,Tk,7]", "none"},
    {"keys_dtype", [](Request& r) { Keys(r).set_dtype(v1::DATA_TYPE_I32); }, "key_input.dtype",
     "DATA_TYPE_F32", "got DATA_TYPE_I32"},
    {"keys_dtype_unset", [](Request& r) { Keys(r).clear_dtype(); }, "key_input.dtype",
     "DATA_TYPE_F32", "got none"},
    {"values_dtype", [](Request& r) { Values(r).set_dtype(v1::DATA_TYPE_BOOL); },
     "value_input.dtype", "DATA_TYPE_F32", "got DATA_TYPE_BOOL"},
    {"keys_without_batch", KeysOf({3, 6}), "key_input.shape", "3 dimensions [B,Tk,Dk]", "got 2"},
    {"values_without_batch", ValuesOf({3, 7}), "value_input.shape", "3 dimensions [B,Tk,Dv]",
     "got 2"},
    {"input_without_batch",
     [](Request& r) {
       SetInput(r, {5, 8});
     },
     "key_input.shape", "2 dimensions [Tk,Dk]", "got 3"},
    {"zero_keys", [](Request& r) { Keys(r).set_shape(1, 0); }, "key_input.shape[1]", "at least 1",
     "got 0"},
    {"keys_short_of_data", [](Request& r) { Keys(r).mutable_data()->pop_back(); }, "key_input.data",
     "144 bytes", "got 143"},
    {"values_with_too_much_data", [](Request& r) { Values(r).mutable_data()->push_back(1); },
     "value_input.data", "168 bytes", "got 169"},
    {"keys_of_three_sequences", KeysOf({3, 3, 6}), "key_input.shape", "2", "got 3"},
    {"values_of_one_sequence", ValuesOf({1, 3, 7}), "value_input.shape", "2", "got 1"},
    {"more_values_than_keys", ValuesOf({2, 4, 7}), "value_input.shape", "3", "got 4"},
    {"keys_of_width_8", KeysOf({2, 3, 8}), "key_input.shape", "dimension of 6", "got 8"},
    {"values_of_width_6", ValuesOf({2, 3, 6}), "value_input.shape", "dimension of 7", "got 6"},
    {"too_many_keys", KeysOf({2, 2049, 6}), "key_input.shape", "at most 4096 tokens (B*Tk)",
     "got 4098"},
    {"lengths_too", [](Request& r) { r.add_lengths(5), r.add_lengths(5); }, "lengths", "none",
     "key_lengths"},
    {"too_few_key_lengths", KeyLengths({3}), "key_lengths", "2 sequences", "got 1"},
    {"too_many_key_lengths", KeyLengths({3, 3, 3}), "key_lengths", "2 sequences", "got 3"},
    {"key_length_4", KeyLengths({3, 4}), "key_lengths[1]", "0 to 3", "got 4"},
    {"key_length_negative", KeyLengths({-1, 3}), "key_lengths[0]", "0 to 3", "got -1"},
    {"key_length_least", KeyLengths({std::numeric_limits<std::int64_t>::min(), 3}),
     "key_lengths[0]", "0 to 3", "-9223372036854775808"},
    {"mask_as_wide_as_the_queries",
     [](Request& r) {
       AddMask(r, v1::MASK_MEANING_ATTEND_WHERE_TRUE, {1, 1, 5, 5}, v1::DATA_TYPE_BOOL);
     },
     "masks[0].values.shape", "3 or 1", "[1,1,5,5]"},
    {"more_top_keys_than_keys",
     [](Request& r) {
       r.mutable_outputs()->mutable_top_keys()->mutable_of()->mutable_heads()->set_all(true);
       r.mutable_outputs()->mutable_top_keys()->set_count(4);
     },
     "outputs.top_keys.count", "1 to 3", "got 4"},
};

class BadCrossRequestTest : public ::testing::TestWithParam<Bad<Request>> {};

TEST_P(BadCrossRequestTest, NamesFieldExpectationAndFact) {
  Request request = GoodCross();
  ASSERT_THAT(Parse(request, kTestLimits, CrossSpec()), IsOk());
  GetParam().spoil(request);
  ExpectRefusal(Parse(request, kTestLimits, CrossSpec()).status(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, BadCrossRequestTest, ::testing::ValuesIn(kBad),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace headwise::testing
