#include "tests/fuzz/header_seeds.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace headwise::fuzz {
namespace {

std::string Header(absl::string_view text, std::int64_t data_bytes) {
  std::string input(1 + sizeof data_bytes, '\0');
  std::memcpy(&input[1], &data_bytes, sizeof data_bytes);
  return input.append(text.data(), text.size());
}

std::string Index(absl::string_view text) { return absl::StrCat("\x01", text); }

std::string Tensor(absl::string_view name, absl::string_view dtype, absl::string_view shape,
                   absl::string_view offsets) {
  return absl::StrCat("\"", name, "\":{\"dtype\":\"", dtype, "\",\"shape\":[", shape,
                      "],\"data_offsets\":[", offsets, "]}");
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::uint64_t LengthIn(absl::string_view file) {
  std::uint64_t length = 0;
  for (std::size_t byte = 8; byte-- > 0;) {
    length = length << 8 | static_cast<unsigned char>(file[byte]);
  }
  return length;
}

// The header's text, without the spaces that pad it.
std::string HeaderText(absl::string_view file) {
  const absl::string_view text = file.substr(8, static_cast<std::size_t>(LengthIn(file)));
  return std::string(text.substr(0, text.find_last_not_of(' ') + 1));
}

}  // namespace

std::map<std::string, std::string> HeaderSeeds() {
  const std::string a = Tensor("a", "F32", "2,3", "0,24");
  std::map<std::string, std::string> seeds;
  seeds["empty_object"] = Header("{}", 0);
  seeds["one"] = Header(absl::StrCat("{", a, "}"), 24);
  seeds["two"] = Header(absl::StrCat("{", Tensor("b", "BF16", "4", "24,32"), ",", a, "}"), 32);
  seeds["metadata"] =
      Header(absl::StrCat("{\"__metadata__\":{\"format\":\"pt\",\"x\":\"\"},", a, "}  "), 24);
  seeds["scalar"] = Header(absl::StrCat("{", Tensor("s", "F64", "", "0,8"), "}"), 8);
  seeds["no_elements"] = Header(absl::StrCat("{", Tensor("n", "I64", "0,7", "0,0"), "}"), 0);
  seeds["narrow"] = Header(absl::StrCat("{", Tensor("n", "F6_E2M3", "8", "0,6"), "}"), 6);
  seeds["narrow_rest"] = Header(absl::StrCat("{", Tensor("n", "F4", "3", "0,2"), "}"), 2);
  seeds["twice"] = Header(absl::StrCat("{", a, ",", a, "}"), 24);
  seeds["hole"] = Header(absl::StrCat("{", Tensor("a", "U8", "2", "2,4"), "}"), 4);
  seeds["overlap"] =
      Header(absl::StrCat("{", a, ",", Tensor("b", "F8_E4M3", "24", "0,24"), "}"), 24);
  seeds["overflow"] =
      Header(absl::StrCat("{", Tensor("a", "F32", "4294967296,4294967296", "0,0"), "}"), 0);
  seeds["largest_number"] =
      Header(absl::StrCat("{", Tensor("a", "I8", "1", "0,9223372036854775807"), "}"), 1);
  seeds["larger_number"] =
      Header(absl::StrCat("{", Tensor("a", "I8", "18446744073709551615", "0,1"), "}"), 1);
  seeds["escapes"] =
      Header(absl::StrCat("{", Tensor("\\u00e9\\n\\ud83d\\ude00", "BOOL", "1", "0,1"), "}"), 1);
  seeds["utf8"] = Header(absl::StrCat("{", Tensor("\xc3\xa9", "C64", "1", "0,8"), "}"), 8);
  seeds["not_utf8"] = Header(absl::StrCat("{", Tensor("\xc3", "F16", "1", "0,2"), "}"), 2);
  seeds["nested"] = Header("{\"a\":{\"dtype\":[[[[{}]]]]}}", 0);
  seeds["array"] = Header("[1]", 0);
  seeds["index"] = Index(
      R"({"metadata":{"total_size":24},"weight_map":{"a":"m-1-of-2.safetensors","b":"m-2.s"}})");
  seeds["index_outside"] = Index(R"({"weight_map":{"a":"../model.safetensors"}})");
  seeds["index_no_text"] = Index(R"({"weight_map":{"a":NaN,"b":-Infinity,"c":1e999}})");
  seeds["index_twice"] = Index(R"({"weight_map":{"a":"x","a":"y"}})");
  seeds["index_empty"] = Index(R"({"weight_map":{}})");
  return seeds;
}

std::map<std::string, std::string> FolderSeeds(const std::string& golden) {
  std::map<std::string, std::string> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(golden)) {
    const std::filesystem::path weights = entry.path() / "model.safetensors";
    if (!std::filesystem::is_regular_file(weights)) continue;
    std::string input = ReadFile(entry.path() / "config.json");
    input.push_back('\0');
    seeds[entry.path().filename().string()] = input + HeaderText(ReadFile(weights));
  }
  return seeds;
}

}  // namespace headwise::fuzz
