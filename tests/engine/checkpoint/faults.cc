#include "tests/engine/checkpoint/faults.h"

#include <cstdint>
#include <utility>

#include "tests/engine/checkpoint/checkpoint_files.h"

namespace headwise::testing {
namespace {

constexpr char kConfig[] = R"({"model_type":"gpt2","n_embd":4,"n_head":2,"n_layer":1})";

// The sound tensors of kConfig.
std::vector<FakeTensor> Tensors() {
  return {{"h.0.attn.c_attn.weight", {4, 12}},
          {"h.0.attn.c_attn.bias", {12}},
          {"h.0.attn.c_proj.weight", {4, 4}},
          {"h.0.attn.c_proj.bias", {4}}};
}

std::string Sound() { return MakeSafetensors(Tensors()); }

// Sound tensors with one more, or with another shape or type of the first.
std::string With(FakeTensor tensor) {
  std::vector<FakeTensor> tensors = Tensors();
  tensors.push_back(std::move(tensor));
  return MakeSafetensors(tensors);
}

std::string Without(std::size_t index) {
  std::vector<FakeTensor> tensors = Tensors();
  tensors.erase(tensors.begin() + static_cast<std::ptrdiff_t>(index));
  return MakeSafetensors(tensors);
}

std::string Shaped(std::size_t index, std::vector<std::int64_t> shape,
                   const std::string& dtype = "F32") {
  std::vector<FakeTensor> tensors = Tensors();
  tensors[index].shape = std::move(shape);
  tensors[index].dtype = dtype;
  return MakeSafetensors(tensors);
}

// A header with one tensor entry and eight bytes of data.
std::string OneEntry(const std::string& entry) {
  return SafetensorsBytes("{\"t\":" + entry + "}", "12345678");
}

std::string Fields(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return OneEntry("{\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + offsets +
                  "}");
}

std::string Config(const std::string& fields) { return R"({"model_type":"gpt2",)" + fields + "}"; }

constexpr absl::StatusCode kUnimplemented = absl::StatusCode::kUnimplemented;

std::vector<Fault> LengthFaults() {
  return {
      {"empty", kConfig, "", "found an empty one"},
      {"one byte", kConfig, "x", "header's length, found 1"},
      {"seven bytes", kConfig, "1234567", "header's length, found 7"},
      {"huge length", kConfig, std::string(16, '\x7f'), "found a length of 9187201950435737471"},
      {"all ones", kConfig, std::string(16, '\xff'), "found a length of 18446744073709551615"},
      {"length beyond the end", kConfig, SafetensorsBytes("{}").substr(0, 9),
       "the file has 1 after its length"},
      {"no header", kConfig, std::string(8, '\0'), "starts with '{', found an empty one"},
      {"git lfs", kConfig, "version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"},
      {"zip", kConfig, "PK\x03\x04" + std::string(30, 'a'), "PyTorch pickle"},
      {"gguf", kConfig, "GGUF" + std::string(30, 'a'), "GGUF file"},
      {"numpy", kConfig, "\x93NUMPY" + std::string(30, 'a'), "NumPy file"},
  };
}

std::vector<Fault> HeaderFaults() {
  return {
      {"space first", kConfig, SafetensorsBytes(" {}"), "starts with '{', found ' '"},
      {"array", kConfig, SafetensorsBytes("[]"), "starts with '{', found '['"},
      {"not utf-8", kConfig, SafetensorsBytes("{\"\xc3\":1}"), "byte 2 of it is not"},
      {"zero byte", kConfig, SafetensorsBytes(std::string("{ }\0", 4)), "UTF-8 header, byte 3"},
      {"unclosed", kConfig, SafetensorsBytes("{"), "not valid JSON at byte 2"},
      {"two objects", kConfig, SafetensorsBytes("{}{}"), "not valid JSON at byte 3"},
      {"NaN", kConfig, SafetensorsBytes("{\"a\":NaN}"), "not valid JSON at byte 6"},
      {"comment", kConfig, SafetensorsBytes("{   /**/}"), "not valid JSON at byte 5"},
      {"trailing comma", kConfig, SafetensorsBytes("{\"__metadata__\":{},}"), "JSON at byte 20"},
      {"data left over", kConfig, Sound() + "x", "bytes are left over behind the last tensor"},
      {"data cut short", kConfig, Sound().substr(0, Sound().size() - 1), "it is cut short"},
      {"metadata is text", kConfig, SafetensorsBytes(R"({"__metadata__":"x"})"),
       "__metadata__: expected an object, found a string"},
      {"metadata is an array", kConfig, SafetensorsBytes(R"({"__metadata__":[]})"),
       "__metadata__: expected an object, found an array"},
      {"metadata holds a number", kConfig, SafetensorsBytes(R"({"__metadata__":{"k":1}})"),
       "__metadata__ \"k\": expected a string, found 1"},
      {"metadata holds null", kConfig, SafetensorsBytes(R"({"__metadata__":{"k":null}})"),
       "__metadata__ \"k\": expected a string, found null"},
      {"metadata twice", kConfig, SafetensorsBytes(R"({"__metadata__":{},"__metadata__":{}})"),
       "__metadata__ appears twice"},
      {"metadata key twice", kConfig, SafetensorsBytes(R"({"__metadata__":{"k":"","k":""}})"),
       "__metadata__ \"k\" appears twice"},
      {"deep", kConfig, OneEntry("{\"shape\":" + std::string(100000, '[')),
       "shape: expected integers from 0 to 9223372036854775807, found an array"},
  };
}

std::vector<Fault> EntryFaults() {
  return {
      {"entry is a number", kConfig, OneEntry("5"), "tensor \"t\": expected an object, found 5"},
      {"entry is an array", kConfig, OneEntry("[]"), "\"t\": expected an object, found an array"},
      {"no dtype", kConfig, OneEntry("{}"), "tensor \"t\": dtype is missing"},
      {"no shape", kConfig, OneEntry(R"({"dtype":"F32","data_offsets":[0,8]})"),
       "shape is missing"},
      {"no offsets", kConfig, OneEntry(R"({"dtype":"F32","shape":[2]})"),
       "data_offsets is missing"},
      {"unknown field", kConfig, OneEntry(R"({"stride":[1]})"), "unknown field \"stride\""},
      {"field twice", kConfig, OneEntry(R"({"shape":[2],"shape":[2]})"), "shape appears twice"},
      {"dtype number", kConfig, Fields("1", "[2]", "[0,8]"), "dtype: expected a string, found 1"},
      {"dtype unknown", kConfig, Fields("\"F31\"", "[2]", "[0,8]"), "unknown dtype \"F31\""},
      {"dtype lower case", kConfig, Fields("\"f32\"", "[2]", "[0,8]"), "unknown dtype \"f32\""},
      {"shape text", kConfig, Fields("\"F32\"", "\"2\"", "[0,8]"), "integers, found a string"},
      {"negative dim", kConfig, Fields("\"F32\"", "[-2]", "[0,8]"), "775807, found -2"},
      {"fractional dim", kConfig, Fields("\"F32\"", "[2.0]", "[0,8]"), "775807, found 2.0"},
      {"dim of 2^63", kConfig, Fields("\"F32\"", "[9223372036854775808]", "[0,8]"),
       "found 9223372036854775808"},
      {"dim of 10^30", kConfig, Fields("\"F32\"", "[1000000000000000000000000000000]", "[0,8]"),
       "found 1000000000000000000000000000000"},
      {"product overflows", kConfig, Fields("\"F32\"", "[3037000500,3037000500]", "[0,8]"),
       "shape [3037000500,3037000500] has more elements than can be addressed"},
      {"bytes too few", kConfig, Fields("\"F32\"", "[3]", "[0,8]"),
       "12 bytes for F32 [3], found 8"},
      {"bytes too many", kConfig, Fields("\"F32\"", "[1]", "[0,8]"),
       "4 bytes for F32 [1], found 8"},
      {"scalar", kConfig, Fields("\"F32\"", "[]", "[0,8]"), "4 bytes for F32 [], found 8"},
      {"odd F4", kConfig, Fields("\"F4\"", "[3]", "[0,2]"), "F4 [3] ends inside a byte"},
      {"offsets reversed", kConfig, Fields("\"F32\"", "[2]", "[8,0]"), "begin <= end, found [8,0]"},
      {"one offset", kConfig, Fields("\"F32\"", "[2]", "[0]"), "expected 2 values, found 1"},
      {"three offsets", kConfig, Fields("\"F32\"", "[2]", "[0,4,8]"), "2 values, found 3"},
      {"hole at the start", kConfig, Fields("\"F32\"", "[1]", "[4,8]"),
       "expected to begin at 0, begins at 4; the bytes between belong to no tensor"},
      {"end beyond the file", kConfig, Fields("\"F32\"", "[4]", "[0,16]"),
       "ends at 16, the file has 8 bytes of data"},
      {"overlap", kConfig,
       SafetensorsBytes(R"({"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]},)"
                        R"("b":{"dtype":"U8","shape":[6],"data_offsets":[2,8]}})",
                        "12345678"),
       "tensor \"b\": expected to begin at 8, begins at 2 and overlaps"},
      {"name twice", kConfig,
       SafetensorsBytes(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                        R"("a":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}})",
                        "12345678"),
       "tensor \"a\": appears twice"},
  };
}

std::vector<Fault> ConfigFaults() {
  return {
      {"config empty", "", Sound(), "config.json: not valid JSON at byte 1"},
      {"config is an array", "[]", Sound(), "config.json: expected a JSON object, found []"},
      {"config cut short", "{\"model_type\":", Sound(), "config.json: not valid JSON at byte 15"},
      {"config not utf-8", "{\"a\":\"\xff\"}", Sound(), "config.json: expected UTF-8 text, byte 6"},
      {"config key twice", Config(R"("n_head":2,"n_head":2)"), Sound(), "\"n_head\" appears twice"},
      {"config deep", "{\"a\":" + std::string(5000, '['), Sound(), "nested deeper than 64 levels"},
      {"no model_type", "{}", Sound(), "config.json: add model_type"},
      {"model_type number", R"({"model_type":2})", Sound(), "model_type: expected a string"},
      {"model_type unknown", R"({"model_type":"mamba"})", Sound(), "\"mamba\" is not supported",
       kUnimplemented},
      {"quantized", Config(R"("quantization_config":{"bits":4})"), Sound(),
       "found quantization_config", kUnimplemented},
      {"no heads", Config(R"("n_embd":4)"), Sound(), "add n_head or num_attention_heads"},
      {"heads zero", Config(R"("n_head":0)"), Sound(), "n_head: expected 1 to 65536, found 0"},
      {"heads negative", Config(R"("n_head":-1)"), Sound(), "1 to 65536, found -1"},
      {"heads text", Config(R"("n_head":"2")"), Sound(), "expected an integer, found \"2\""},
      {"heads NaN", Config(R"("n_head":NaN)"), Sound(), "expected an integer, found NaN"},
      {"heads absurd", Config(R"("n_head":1000000)"), Sound(), "1 to 65536, found 1000000"},
      {"heads odd", Config(R"("n_head":3,"n_embd":4)"), Sound(), "a multiple of the 3 heads"},
      {"width differs", Config(R"("n_head":2,"n_embd":8)"), Sound(),
       "expected [8,24], found [4,12]"},
      {"width absurd", Config(R"("n_head":2,"n_embd":99999999)"), Sound(), "1 to 16777216"},
      {"fields differ", Config(R"("n_head":2,"n_embd":4,"hidden_size":8)"), Sound(),
       "hidden_size: expected 4 as in n_embd, found 8"},
      {"layers differ", Config(R"("n_head":2,"n_layer":3)"), Sound(), "n_layer: expected 1 as"},
      {"scale flag", Config(R"("n_head":2,"scale_attn_weights":"no")"), Sound(),
       "scale_attn_weights: expected true or false, found \"no\""},
  };
}

std::vector<Fault> TensorFaults() {
  return {
      {"no tensors", kConfig, SafetensorsBytes("{}"), "for gpt2, found nothing"},
      {"other tensors", kConfig, MakeSafetensors({{"wte", {2}}}), "for gpt2, found wte"},
      {"no output projection", kConfig, Without(2), "expected h.0.attn.c_proj.weight for gpt2"},
      {"layer missing", kConfig, With({"h.2.attn.c_attn.weight", {4, 12}}),
       "expected h.1.attn, it"},
      {"layer 10^6", kConfig, With({"h.1000000.attn.c_attn.weight", {4, 12}}),
       "found layer 1000000"},
      {"two prefixes", kConfig, With({"transformer.h.0.attn.c_attn.weight", {4, 12}}),
       "expected attention under one path"},
      {"transposed", kConfig, Shaped(0, {12, 4}), "expected [4,12], found [12,4]"},
      {"vector", kConfig, Shaped(0, {48}), "expected a matrix, found shape [48]"},
      {"three dimensions", kConfig, Shaped(0, {1, 4, 12}), "found shape [1,4,12]"},
      {"empty matrix", kConfig, Shaped(0, {4, 0}), "found shape [4,0]"},
      {"bias too short", kConfig, Shaped(1, {4}), "c_attn.bias: expected [12], found [4]"},
      {"output too narrow", kConfig, Shaped(2, {4, 3}), "expected [4,4], found [4,3]"},
      {"output bias is a matrix", kConfig, Shaped(3, {4, 1}), "expected [4], found [4,1]"},
      {"doubles", kConfig, Shaped(0, {4, 12}, "F64"), "dtype F64 is not supported", kUnimplemented},
      {"integers", kConfig, Shaped(0, {4, 12}, "I8"), "dtype I8 is not supported", kUnimplemented},
      {"unknown tensor", kConfig, With({"h.0.attn.q_norm.weight", {2}}),
       "h.0.attn.q_norm.weight: not expected in the attention of gpt2"},
      {"packed integers", kConfig, With({"h.0.attn.c_attn.qweight", {1}, "I32"}),
       "quantized checkpoints are not supported, found h.0.attn.c_attn.qweight", kUnimplemented},
  };
}

// A sound llama of one layer, D = 4, two heads, and one more tensor if it has a name.
std::string Llama(const FakeTensor& more = {}) {
  std::vector<FakeTensor> tensors;
  for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
    tensors.push_back({std::string("model.layers.0.self_attn.") + name + ".weight", {4, 4}});
  }
  if (!more.name.empty()) tensors.push_back(more);
  return MakeSafetensors(tensors);
}

std::string LlamaConfig(const std::string& type, const std::string& fields) {
  return R"({"num_attention_heads":2,"hidden_size":4,"model_type":")" + type + "\"," + fields + "}";
}

std::string Rope(const std::string& fields) {
  return LlamaConfig("llama", R"("rope_scaling":{)" + fields + "}");
}

std::vector<Fault> RuleFaults() {
  return {
      {"kv heads no divisor", LlamaConfig("llama", R"("num_key_value_heads":3)"), Llama(),
       "num_key_value_heads: expected a divisor of the 2 heads, found 3"},
      {"kv heads differ", LlamaConfig("llama", R"("num_key_value_heads":1)"), Llama(),
       "k_proj.weight: expected [2,4], found [4,4]"},
      {"rope base", LlamaConfig("llama", R"("rope_theta":-5)"), Llama(),
       "rope_theta: expected more than 1, found -5"},
      {"rope base NaN", LlamaConfig("llama", R"("rope_theta":NaN)"), Llama(),
       "rope_theta: expected a finite number, found NaN"},
      {"rope fraction", LlamaConfig("llama", R"("partial_rotary_factor":0)"), Llama(),
       "partial_rotary_factor: expected more than 0"},
      {"odd rotary dims", LlamaConfig("llama", R"("partial_rotary_factor":0.7)"), Llama(),
       "expected an even number of rotated values up to the head_dim of 2, found 1.4"},
      {"rope type", Rope(R"("rope_type":"ntk")"), Llama(), "\"ntk\" is not supported",
       kUnimplemented},
      {"rope without type", Rope(R"("factor":2)"), Llama(), "add rope_scaling.rope_type"},
      {"rope without factor", Rope(R"("type":"linear")"), Llama(), "add rope_scaling.factor"},
      {"rope factor", Rope(R"("type":"linear","factor":0)"), Llama(),
       "rope_scaling.factor: expected more than 0, found 0"},
      {"rope scaling is text", LlamaConfig("llama", R"("rope_scaling":"yarn")"), Llama(),
       "rope_scaling: expected an object, found \"yarn\""},
      {"longrope without list",
       Rope(R"("type":"su","original_max_position_embeddings":8,"factor":2)"), Llama(),
       "short_factor: expected 1 numbers for 2 rotated values, found 0"},
      {"rope parameters without kind",
       LlamaConfig("gemma3_text", R"("head_dim":2,"rope_parameters":{"full_attention":{}})"),
       MakeSafetensors({{"layers.0.self_attn.q_proj.weight", {4, 4}},
                        {"layers.0.self_attn.k_proj.weight", {4, 4}},
                        {"layers.0.self_attn.v_proj.weight", {4, 4}},
                        {"layers.0.self_attn.o_proj.weight", {4, 4}},
                        {"layers.0.self_attn.q_norm.weight", {2}},
                        {"layers.0.self_attn.k_norm.weight", {2}}}),
       "add rope_parameters.sliding_attention"},
      {"window negative", LlamaConfig("mistral", R"("sliding_window":-4)"), Llama(),
       "sliding_window: expected 1 to 1099511627776 or null, found -4"},
      {"layer type", LlamaConfig("mistral", R"("layer_types":["chunked_attention"])"), Llama(),
       "layer_types: \"chunked_attention\" is not supported", kUnimplemented},
      {"layer types too few", LlamaConfig("mistral", R"("layer_types":[])"), Llama(),
       "layer_types: expected a type for layer 0, found 0 types"},
      {"layer types no list", LlamaConfig("mistral", R"("layer_types":7)"), Llama(),
       "layer_types: expected a list of strings, found 7"},
      {"softcap negative", LlamaConfig("gemma2", R"("head_dim":2,"attn_logit_softcapping":-1)"),
       Llama(), "attn_logit_softcapping: expected more than 0, found -1"},
      {"scale zero", LlamaConfig("gemma2", R"("head_dim":2,"query_pre_attn_scalar":0)"), Llama(),
       "query_pre_attn_scalar: expected more than 0, found 0"},
      {"norms missing", LlamaConfig("qwen3", R"("head_dim":2)"), Llama(),
       "expected model.layers.0.self_attn.q_norm.weight, model.layers.0.self_attn.k_norm.weight"},
      {"one norm missing", LlamaConfig("qwen3", R"("head_dim":2)"),
       Llama({"model.layers.0.self_attn.q_norm.weight", {2}}),
       "expected model.layers.0.self_attn.k_norm.weight for qwen3"},
      {"norms not wanted", LlamaConfig("cohere", R"("use_qk_norm":false)"),
       Llama({"model.layers.0.self_attn.q_norm.weight", {2, 2}}),
       "config.json's use_qk_norm is not true"},
      {"condition no Boolean", LlamaConfig("falcon", R"("multi_query":1)"), Llama(),
       "multi_query: expected true or false, found 1"},
      {"sinks missing", LlamaConfig("gpt_oss", R"("head_dim":2)"), Llama(),
       "expected model.layers.0.self_attn.sinks for gpt_oss"},
      {"learned extra key", R"({"model_type":"torch_mha","num_heads":1})",
       MakeSafetensors({{"in_proj_weight", {3, 1}}, {"bias_k", {1, 1, 1}}}),
       "bias_k: a learned extra key", kUnimplemented},
  };
}

}  // namespace

Fault NoFault() { return {"sound", kConfig, Sound(), ""}; }

std::vector<Fault> AllFaults() {
  std::vector<Fault> all;
  for (const auto& part : {LengthFaults(), HeaderFaults(), EntryFaults(), ConfigFaults(),
                           TensorFaults(), RuleFaults()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace headwise::testing
