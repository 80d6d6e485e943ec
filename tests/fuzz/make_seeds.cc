// Writes the seeds of all corpora, and the dictionary of the architecture table's words.
//
//   fuzz_make_seeds tests/fuzz tests/data/golden
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "tests/fuzz/attend_seeds.h"
#include "tests/fuzz/config_seeds.h"
#include "tests/fuzz/header_seeds.h"

namespace {

using Seeds = std::map<std::string, std::string>;

void Write(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << bytes;
}

void WriteCorpus(const std::filesystem::path& folder, const Seeds& seeds) {
  for (const auto& [name, bytes] : seeds) Write(folder / name, bytes);
  std::cout << folder.filename().string() << ": " << seeds.size() << " seeds" << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: " << argv[0] << " TESTS_FUZZ GOLDEN" << std::endl;
    return 64;
  }
  const std::filesystem::path fuzz = argv[1];
  WriteCorpus(fuzz / "corpus/safetensors_header", headwise::fuzz::HeaderSeeds());
  WriteCorpus(fuzz / "corpus/checkpoint_config", headwise::fuzz::ConfigSeeds());
  WriteCorpus(fuzz / "corpus/checkpoint_folder", headwise::fuzz::FolderSeeds(argv[2]));
  WriteCorpus(fuzz / "corpus/attend_request", headwise::fuzz::AttendSeeds());
  std::string words;
  for (const std::string& word : headwise::fuzz::TableWords()) words += "\"" + word + "\"\n";
  Write(fuzz / "dict/checkpoint_config.dict", words);
  return 0;
}
