#include "tests/engine/checkpoint/checkpoint_files.h"

#include <stdlib.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/tensor/dtype.h"
#include "gtest/gtest.h"

namespace headwise::testing {

std::string TempDir::Write(const std::string& name, const std::string& bytes) const {
  std::ofstream file(File(name), std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  EXPECT_TRUE(file.good()) << name;
  return File(name);
}

std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string GoldenDir(const std::string& name) {
  return std::string(HEADWISE_SOURCE_DIR) + "/tests/data/golden/" + name;
}

std::string SafetensorsBytes(const std::string& header, const std::string& data) {
  std::string bytes(8, '\0');
  for (int i = 0; i < 8; ++i) {
    bytes[i] = static_cast<char>((static_cast<std::uint64_t>(header.size()) >> (8 * i)) & 0xff);
  }
  return bytes + header + data;
}

std::string MakeSafetensors(const std::vector<FakeTensor>& tensors) {
  std::vector<std::string> entries;
  std::string data;
  for (const FakeTensor& tensor : tensors) {
    std::int64_t bytes = ByteWidth(DTypeFromName(tensor.dtype).value());
    for (std::int64_t dim : tensor.shape) bytes *= dim;
    const std::size_t begin = data.size();
    data += tensor.bytes;
    data.resize(begin + static_cast<std::size_t>(bytes));
    entries.push_back(absl::StrCat("\"", tensor.name, "\":{\"dtype\":\"", tensor.dtype,
                                   "\",\"shape\":[", absl::StrJoin(tensor.shape, ","),
                                   "],\"data_offsets\":[", begin, ",", data.size(), "]}"));
  }
  return SafetensorsBytes(absl::StrCat("{", absl::StrJoin(entries, ","), "}"), data);
}

std::string FloatBytes(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TensorSource MakeSource(const TempDir& directory, const std::vector<FakeTensor>& tensors) {
  directory.Write("model.safetensors", MakeSafetensors(tensors));
  return TensorSource::Open(directory.path()).value();
}

}  // namespace headwise::testing
