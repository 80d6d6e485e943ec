// Every way to get a request of AttendCore wrong, with what the answer must name.
#include <cmath>
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

using Request = v1::AttendCoreRequest;
using Spoil = std::function<void(Request&)>;
using Shape4 = std::vector<std::int64_t>;
constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

v1::Tensor& Queries(Request& r) { return *r.mutable_queries(); }
v1::Tensor& Keys(Request& r) { return *r.mutable_keys(); }
v1::Tensor& Values(Request& r) { return *r.mutable_values(); }

Spoil QueriesOf(Shape4 shape) {
  return [=](Request& r) { SetTensor(Queries(r), shape); };
}
Spoil KeysOf(Shape4 shape) {
  return [=](Request& r) { SetTensor(Keys(r), shape); };
}
Spoil ValuesOf(Shape4 shape) {
  return [=](Request& r) { SetTensor(Values(r), shape); };
}
Spoil Scale(double scale) {
  return [scale](Request& r) { r.set_scale(scale); };
}
Spoil Softcap(double softcap) {
  return [softcap](Request& r) { r.set_softcap(softcap); };
}
Spoil Slopes(std::vector<float> slopes) {
  return [=](Request& r) { r.mutable_alibi_slopes()->Assign(slopes.begin(), slopes.end()); };
}
Spoil Sinks(std::vector<float> sinks) {
  return [=](Request& r) { r.mutable_sinks()->Assign(sinks.begin(), sinks.end()); };
}
Spoil KeyLengths(std::vector<std::int64_t> lengths) {
  return [=](Request& r) { r.mutable_key_lengths()->Assign(lengths.begin(), lengths.end()); };
}

const Bad<Request> kBad[] = {
    {"no_queries", [](Request& r) { r.clear_queries(); }, "queries", "[B,H,T,hd]", "none"},
    {"no_keys", [](Request& r) { r.clear_keys(); }, "keys", "[B,KV,Tk,hd]", "none"},
    {"no_values", [](Request& r) { r.clear_values(); }, "values", "[B,KV,Tk,hv]", "none"},
    {"queries_dtype", [](Request& r) { Queries(r).set_dtype(v1::DATA_TYPE_BOOL); }, "queries.dtype",
     "DATA_TYPE_F32", "got DATA_TYPE_BOOL"},
    {"keys_dtype", [](Request& r) { Keys(r).clear_dtype(); }, "keys.dtype", "DATA_TYPE_F32",
     "none"},
    {"values_dtype", [](Request& r) { Values(r).set_dtype(v1::DATA_TYPE_I32); }, "values.dtype",
     "DATA_TYPE_F32", "got DATA_TYPE_I32"},
    {"queries_of_three_dimensions", QueriesOf({4, 5, 6}), "queries.shape", "4 dimensions", "got 3"},
    {"keys_of_five_dimensions", KeysOf({1, 2, 2, 3, 6}), "keys.shape", "4 dimensions", "got 5"},
    {"values_of_no_dimension", [](Request& r) { Values(r).clear_shape(); }, "values.shape",
     "4 dimensions", "got 0"},
    {"no_head", [](Request& r) { Queries(r).set_shape(1, 0); }, "queries.shape[1]", "at least 1",
     "got 0"},
    {"negative_width", [](Request& r) { Keys(r).set_shape(3, -6); }, "keys.shape[3]", "at least 1",
     "got -6"},
    {"too_large_a_product", [](Request& r) { Queries(r).set_shape(0, kHuge); }, "queries.shape",
     "more elements", "9223372036854775807"},
    {"queries_short_of_data", [](Request& r) { Queries(r).mutable_data()->pop_back(); },
     "queries.data", "960 bytes", "got 959"},
    {"keys_short_of_data", [](Request& r) { Keys(r).clear_data(); }, "keys.data", "288 bytes",
     "got 0"},
    {"values_with_too_much_data", [](Request& r) { Values(r).mutable_data()->push_back(0); },
     "values.data", "336 bytes", "got 337"},
    {"too_many_queries", QueriesOf({2, 4, 2049, 6}), "queries.shape", "at most 4096 tokens (B*T)",
     "got 4098"},
    {"too_many_keys", KeysOf({2, 2, 2049, 6}), "keys.shape", "at most 4096 tokens (B*Tk)",
     "got 4098"},
    {"too_many_heads", QueriesOf({2, 1026, 1, 6}), "queries.shape[1]", "1 to 1024", "got 1026"},
    {"too_wide_queries", QueriesOf({2, 4, 5, 1025}), "queries.shape[3]", "1 to 1024", "got 1025"},
    {"too_wide_values", ValuesOf({2, 2, 3, 1025}), "values.shape[3]", "0 to 1024", "got 1025"},
    {"kv_heads_do_not_divide", KeysOf({2, 3, 3, 6}), "keys.shape[1]", "divisor of the 4 heads",
     "got 3"},
    {"more_kv_heads_than_heads", KeysOf({2, 8, 3, 6}), "keys.shape[1]", "divisor of the 4 heads",
     "got 8"},
    {"keys_of_three_sequences", KeysOf({3, 2, 3, 6}), "keys.shape", "of 2", "got 3"},
    {"keys_of_width_7", KeysOf({2, 2, 3, 7}), "keys.shape", "6", "7"},
    {"values_of_one_sequence", ValuesOf({1, 2, 3, 7}), "values.shape", "of 2", "got 1"},
    {"values_of_one_kv_head", ValuesOf({2, 1, 3, 7}), "values.shape", "[B,2,", "[2,1,3,7]"},
    {"more_values_than_keys", ValuesOf({2, 2, 4, 7}), "values.shape", "of 3", "got 4"},
    {"scale_0", Scale(0), "scale", "above 0", "got 0"},
    {"scale_negative", Scale(-.5), "scale", "above 0", "got -0.5"},
    {"scale_nan", Scale(std::nan("")), "scale", "finite", "nan"},
    {"scale_inf", Scale(INFINITY), "scale", "finite", "inf"},
    {"scale_beyond_f32", Scale(1e39), "scale", "F32", "1e+39"},
    {"scale_below_f32", Scale(1e-39), "scale", "F32", "1e-39"},
    {"softcap_negative", Softcap(-30), "softcap", "at least 0", "got -30"},
    {"softcap_nan", Softcap(std::nan("")), "softcap", "finite", "nan"},
    {"softcap_inf", Softcap(INFINITY), "softcap", "finite", "inf"},
    {"window_negative", [](Request& r) { r.set_window(-1); }, "window", "at least 0", "got -1"},
    {"three_slopes", Slopes({1, 1, 1}), "alibi_slopes", "4 heads", "got 3"},
    {"slope_nan", Slopes({1, 1, std::nanf(""), 1}), "alibi_slopes[2]", "finite", "nan"},
    {"five_sinks", Sinks({1, 1, 1, 1, 1}), "sinks", "4 heads", "got 5"},
    {"sink_minus_inf", Sinks({-INFINITY, 1, 1, 1}), "sinks[0]", "finite", "-inf"},
    {"too_few_key_lengths", KeyLengths({3}), "key_lengths", "2 sequences", "got 1"},
    {"key_length_4", KeyLengths({4, 3}), "key_lengths[0]", "0 to 3", "got 4"},
    {"mask_of_three_heads",
     [](Request& r) {
       AddMask(r, v1::MASK_MEANING_ADDED_TO_SCORES, {1, 3, 5, 3}, v1::DATA_TYPE_F32);
     },
     "masks[0].values.shape", "4 or 1", "[1,3,5,3]"},
    {"mask_without_meaning", [](Request& r) { r.add_masks(); }, "masks[0].meaning",
     "MASK_MEANING_ADDED_TO_SCORES", "none"},
    {"output_dtype_bool", [](Request& r) { r.set_output_dtype(v1::DATA_TYPE_BOOL); },
     "output_dtype", "DATA_TYPE_F32", "got DATA_TYPE_BOOL"},
    {"head_context", [](Request& r) { r.mutable_outputs()->mutable_head_context()->set_all(true); },
     "outputs.head_context", "none", "context holds every head's"},
    {"contributions",
     [](Request& r) { r.mutable_outputs()->mutable_contributions()->set_all(true); },
     "outputs.contributions", "none", "use Attend"},
    {"probabilities_of_head_4",
     [](Request& r) {
       r.mutable_outputs()->mutable_probabilities()->mutable_heads()->add_heads(4);
     },
     "outputs.probabilities.heads", "0 to 3", "got 4"},
    {"scores_of_row_5",
     [](Request& r) {
       r.mutable_outputs()->mutable_scores()->mutable_heads()->add_heads(0);
       r.mutable_outputs()->mutable_scores()->add_rows(5);
     },
     "outputs.scores.rows[0]", "0 to 4", "got 5"},
    {"request_id_129", [](Request& r) { r.set_request_id(std::string(129, 'x')); }, "request_id",
     "at most 128 bytes", "got 129"},
    {"response_too_large",
     [](Request& r) {
       SetTensor(Queries(r), {1, 4, 4096, 6});
       SetTensor(Keys(r), {1, 2, 3, 6});
       SetTensor(Values(r), {1, 2, 3, 64});
     },
     "outputs:", "at most 1048576 bytes", "context 4194304; send fewer queries"},
};

class BadCoreRequestTest : public ::testing::TestWithParam<Bad<Request>> {};

TEST_P(BadCoreRequestTest, NamesFieldExpectationAndFact) {
  Request request = GoodCore();
  ASSERT_THAT(ParseCore(request), IsOk());
  GetParam().spoil(request);
  ExpectRefusal(ParseCore(request).status(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, BadCoreRequestTest, ::testing::ValuesIn(kBad),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace headwise::testing
