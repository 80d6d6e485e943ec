// Every way to get a request wrong, with what the answer must name.
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "tests/server/convert/bad_request.h"
#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using Request = v1::AttendRequest;
constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

v1::Tensor& Input(Request& r) { return *r.mutable_input(); }
v1::OutputSelection& Outputs(Request& r) { return *r.mutable_outputs(); }
v1::HeadSelection& ContextHeads(Request& r) { return *Outputs(r).mutable_head_context(); }
v1::RowSelection& Probabilities(Request& r) { return *Outputs(r).mutable_probabilities(); }
v1::HeadSelection& ProbabilityHeads(Request& r) { return *Probabilities(r).mutable_heads(); }

std::function<void(Request&)> Shape(std::vector<std::int64_t> dims) {
  return [dims = std::move(dims)](Request& r) {
    Input(r).clear_shape();
    for (const std::int64_t dim : dims) Input(r).add_shape(dim);
  };
}
std::function<void(Request&)> Zeros(std::vector<std::int64_t> dims) {
  return [dims = std::move(dims)](Request& r) { SetInput(r, dims); };
}
std::function<void(Request&)> DType(int dtype) {
  return [dtype](Request& r) { Input(r).set_dtype(static_cast<v1::DataType>(dtype)); };
}
std::function<void(Request&)> DataSize(std::size_t size) {
  return [size](Request& r) { Input(r).mutable_data()->resize(size); };
}
std::function<void(Request&)> Lengths(std::vector<std::int64_t> lengths) {
  return [lengths = std::move(lengths)](Request& r) {
    for (const std::int64_t length : lengths) r.add_lengths(length);
  };
}
std::function<void(Request&)> Gates(std::vector<float> gates) {
  return [gates = std::move(gates)](Request& r) {
    for (const float gate : gates) r.add_gates(gate);
  };
}
std::function<void(Request&)> HeadContext(std::vector<int> heads) {
  return [heads = std::move(heads)](Request& r) {
    for (const int head : heads) ContextHeads(r).add_heads(head);
  };
}
std::function<void(Request&)> ProbabilityOf(std::vector<int> heads,
                                            std::vector<std::int64_t> rows) {
  return [heads = std::move(heads), rows = std::move(rows)](Request& r) {
    for (const int head : heads) ProbabilityHeads(r).add_heads(head);
    for (const std::int64_t row : rows) Probabilities(r).add_rows(row);
  };
}

const Bad<Request> kBad[] = {
    // input
    {"no_input", [](Request& r) { r.clear_input(); }, "input:", "a tensor", "none"},
    {"empty_input", [](Request& r) { r.mutable_input()->Clear(); }, "input.dtype", "DATA_TYPE_F32",
     "none"},
    // input.dtype
    {"dtype_unset", DType(0), "input.dtype", "DATA_TYPE_F32", "got none"},
    {"dtype_bool", DType(v1::DATA_TYPE_BOOL), "input.dtype", "DATA_TYPE_BF16",
     "got DATA_TYPE_BOOL"},
    {"dtype_i32", DType(v1::DATA_TYPE_I32), "input.dtype", "DATA_TYPE_BF16", "got DATA_TYPE_I32"},
    {"dtype_6", DType(6), "input.dtype", "DATA_TYPE_BF16", "got 6"},
    {"dtype_negative", DType(-1), "input.dtype", "DATA_TYPE_F16", "got -1"},
    {"dtype_huge", DType(1 << 30), "input.dtype", "DATA_TYPE_F32", "got 1073741824"},
    // input.shape
    {"rank_0", Shape({}), "input.shape", "2 dimensions", "got 0"},
    {"rank_1", Shape({80}), "input.shape", "2 dimensions", "got 1"},
    {"rank_4", Shape({1, 2, 5, 8}), "input.shape", "3 [B,T,D]", "got 4"},
    {"rank_1000", Shape(std::vector<std::int64_t>(1000, 1)), "input.shape", "3", "got 1000"},
    {"zero_batch", Shape({0, 5, 8}), "input.shape[0]", "at least 1", "got 0"},
    {"zero_tokens", Shape({2, 0, 8}), "input.shape[1]", "at least 1", "got 0"},
    {"zero_width", Shape({2, 5, 0}), "input.shape[2]", "at least 1", "got 0"},
    {"zero_tokens_2d", Shape({0, 8}), "input.shape[0]", "at least 1", "got 0"},
    {"negative_batch", Shape({-2, 5, 8}), "input.shape[0]", "at least 1", "got -2"},
    {"negative_tokens", Shape({2, -5, 8}), "input.shape[1]", "at least 1", "got -5"},
    {"two_negatives", Shape({-2, -5, 8}), "input.shape[0]", "at least 1", "got -2"},
    {"least_int64", Shape({2, 5, std::numeric_limits<std::int64_t>::min()}), "input.shape[2]",
     "at least 1", "-9223372036854775808"},
    {"product_wraps_to_80", Shape({(std::int64_t{1} << 62), 4, 80}), "input.shape",
     "more elements", "4611686018427387904"},
    {"product_wraps_to_0", Shape({std::int64_t{1} << 32, std::int64_t{1} << 32, 8}), "input.shape",
     "more elements", "4294967296"},
    {"largest_int64", Shape({kHuge, kHuge, kHuge}), "input.shape", "more elements",
     "9223372036854775807"},
    {"bytes_wrap", Shape({kHuge / 4, 1, 1}), "input.shape", "more elements",
     "2305843009213693951"},
    {"too_many_tokens", Zeros({1, 4097, 8}), "input.shape", "at most 4096 tokens", "got 4097"},
    {"too_many_sequences", Zeros({4097, 1, 8}), "input.shape", "at most 4096 tokens", "got 4097"},
    {"too_many_together", Zeros({64, 65, 8}), "input.shape", "at most 4096 tokens", "got 4160"},
    {"width_7", Zeros({2, 5, 7}), "input.shape", "dimension of 8", "got 7"},
    {"width_9_2d", Zeros({5, 9}), "input.shape", "dimension of 8", "got 9"},
    {"transposed", Zeros({2, 8, 5}), "input.shape", "dimension of 8",
     "got 5"},
    // input.data
    {"no_data", DataSize(0), "input.data", "320 bytes", "got 0"},
    {"one_byte_short", DataSize(319), "input.data", "320 bytes", "got 319"},
    {"one_byte_long", DataSize(321), "input.data", "320 bytes", "got 321"},
    {"half_the_data", DataSize(160), "input.data", "320 bytes", "got 160"},
    {"f32_said_f16_sent", DType(v1::DATA_TYPE_F16), "input.data", "160 bytes for F16", "got 320"},
    {"shape_larger_than_data", Shape({2, 6, 8}), "input.data", "384 bytes", "got 320"},
    {"shape_smaller_than_data", Shape({2, 4, 8}), "input.data", "256 bytes", "got 320"},
    // lengths
    {"too_few_lengths", Lengths({5}), "lengths", "2", "got 1"},
    {"too_many_lengths", Lengths({5, 5, 5}), "lengths", "2", "got 3"},
    {"length_beyond_T", Lengths({5, 6}), "lengths[1]", "0 to 5", "got 6"},
    {"negative_length", Lengths({-1, 5}), "lengths[0]", "0 to 5", "got -1"},
    {"huge_length", Lengths({kHuge, 5}), "lengths[0]", "0 to 5", "9223372036854775807"},
    // form
    {"form_4", [](Request& r) { r.set_form(static_cast<v1::Form>(4)); }, "form",
     "FORM_FUSED, FORM_STACKED or FORM_SINGLE_HEAD", "got 4"},
    {"form_negative", [](Request& r) { r.set_form(static_cast<v1::Form>(-7)); }, "form",
     "FORM_STACKED", "got -7"},
    {"single_head_of_four", [](Request& r) { r.set_form(v1::FORM_SINGLE_HEAD); }, "form",
     "fused or stacked", "4 heads"},
    // gates
    {"too_few_gates", Gates({1, 1, 1}), "gates", "4 heads", "got 3"},
    {"too_many_gates", Gates({1, 1, 1, 1, 1}), "gates", "4 heads", "got 5"},
    {"gate_nan", Gates({1, std::nanf(""), 1, 1}), "gates[1]", "finite", "nan"},
    {"gate_inf", Gates({1, 1, 1, INFINITY}), "gates[3]", "finite", "inf"},
    {"gate_minus_inf", Gates({-INFINITY, 1, 1, 1}), "gates[0]", "finite", "-inf"},
    // output_dtype
    {"output_dtype_bool", [](Request& r) { r.set_output_dtype(v1::DATA_TYPE_BOOL); },
     "output_dtype", "DATA_TYPE_F32", "got DATA_TYPE_BOOL"},
    {"output_dtype_negative",
     [](Request& r) { r.set_output_dtype(static_cast<v1::DataType>(-2)); }, "output_dtype",
     "DATA_TYPE_F32", "got -2"},
    // outputs
    {"nothing_wanted", [](Request& r) { Outputs(r).set_context(false); }, "outputs:",
     "at least one output", "got none"},
    // outputs.head_context
    {"head_context_of_none", [](Request& r) { ContextHeads(r); }, "outputs.head_context",
     "all or at least one", "neither"},
    {"head_context_all_and_some",
     [](Request& r) { ContextHeads(r).set_all(true), ContextHeads(r).add_heads(1); },
     "outputs.head_context", "either all or heads", "1 heads"},
    {"head_context_of_head_4", HeadContext({4}), "outputs.head_context.heads[0]", "0 to 3",
     "got 4"},
    {"head_context_of_head_minus_1", HeadContext({0, -1}), "outputs.head_context.heads[1]",
     "0 to 3", "got -1"},
    {"head_context_twice", HeadContext({2, 1, 2}), "outputs.head_context.heads[2]", "once",
     "got 2"},
    {"head_context_largest", HeadContext({2147483647}), "outputs.head_context.heads[0]", "0 to 3",
     "2147483647"},
    // outputs.probabilities
    {"probabilities_of_none", [](Request& r) { Probabilities(r); }, "outputs.probabilities.heads",
     "all or at least one", "neither"},
    {"probabilities_empty_heads", [](Request& r) { ProbabilityHeads(r); },
     "outputs.probabilities.heads", "all or at least one", "neither"},
    {"probabilities_rows_only", ProbabilityOf({}, {1}), "outputs.probabilities.heads",
     "all or at least one", "neither"},
    {"probabilities_all_and_some",
     [](Request& r) { ProbabilityHeads(r).set_all(true), ProbabilityHeads(r).add_heads(0); },
     "outputs.probabilities.heads", "either all or heads", "1 heads"},
    {"probabilities_of_head_4", ProbabilityOf({4}, {}), "outputs.probabilities.heads", "0 to 3",
     "got 4"},
    {"probabilities_of_head_minus_5", ProbabilityOf({-5}, {}), "outputs.probabilities.heads",
     "0 to 3", "got -5"},
    {"probabilities_head_twice", ProbabilityOf({1, 1}, {}), "outputs.probabilities.heads", "once",
     "got 1"},
    {"probabilities_row_5", ProbabilityOf({0}, {5}), "outputs.probabilities.rows[0]", "0 to 4",
     "got 5"},
    {"probabilities_row_negative", ProbabilityOf({0}, {0, -1}), "outputs.probabilities.rows[1]",
     "0 to 4", "got -1"},
    {"probabilities_row_twice", ProbabilityOf({0}, {3, 3}), "outputs.probabilities.rows[1]",
     "once", "got 3"},
    {"probabilities_row_huge", ProbabilityOf({0}, {kHuge}), "outputs.probabilities.rows[0]",
     "0 to 4", "9223372036854775807"},
    // request_id
    {"request_id_129", [](Request& r) { r.set_request_id(std::string(129, 'x')); }, "request_id",
     "at most 128 bytes", "got 129"},
    {"request_id_1MiB", [](Request& r) { r.set_request_id(std::string(1 << 20, 'x')); },
     "request_id", "at most 128 bytes", "got 1048576"},
    // sizes
    {"response_too_large",
     [](Request& r) {
       SetInput(r, {1, 600, 8});
       ProbabilityHeads(r).set_all(true);
     },
     "outputs:", "at most 1048576 bytes", "probabilities 5760000"},
    {"many_outputs_too_large",
     [](Request& r) {
       SetInput(r, {1, 4096, 8});
       Input(r).set_dtype(v1::DATA_TYPE_BF16);
       DataSize(4096 * 8 * 2)(r);
       r.set_output_dtype(v1::DATA_TYPE_F32);
       Outputs(r).set_log_sum_exp(true);
       Outputs(r).set_context(true);
       HeadContext({0, 1, 2, 3})(r);
       for (int i = 0; i < 64; ++i) Probabilities(r).add_rows(i);
       ProbabilityHeads(r).add_heads(0);
     },
     "outputs:", "at most 1048576 bytes", "probabilities 1048576"},
};

class BadRequestTest : public ::testing::TestWithParam<Bad<Request>> {};

TEST_P(BadRequestTest, NamesFieldExpectationAndFact) {
  Request request = GoodRequest();
  ASSERT_THAT(Parse(request), IsOk());
  GetParam().spoil(request);
  ExpectRefusal(Parse(request).status(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, BadRequestTest, ::testing::ValuesIn(kBad),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(BadRequestTableTest, IsLong) { EXPECT_GE(std::size(kBad), 60u); }

}  // namespace
}  // namespace headwise::testing
