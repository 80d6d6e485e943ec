#include "tests/bench/serve_shapes.h"

#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "absl/strings/str_format.h"
#include "tests/bench/ratio.h"
#include "tests/bench/subjects.h"

namespace headwise::bench {
namespace {

bool ReadFloats(const std::string& path, Tensor& tensor) {
  const MutableTensorView view = tensor.mutable_view();
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(view.data()), view.bytes());
  return file.good() && file.peek() == std::ifstream::traits_type::eof();
}

bool WriteFloats(const std::string& path, const Tensor& tensor) {
  const TensorView view = tensor.view();
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(view.data()), view.bytes());
  return file.flush().good();
}

class ShapeServer {
 public:
  explicit ShapeServer(Engine& engine) : engine_(engine) {}

  // The answer, or an empty text.
  std::string Answer(const std::string& line) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "core") return Core(words);
    if (what == "run") return Run(words);
    return "";
  }

 private:
  std::string Core(std::istream& words) {
    std::int64_t batch = 0, heads = 0, tokens = 0, head_dim = 0;
    std::string rule, folder;
    words >> batch >> heads >> tokens >> head_dim >> rule >> folder;
    if (!words || (rule != "full" && rule != "causal")) return "";
    subject_ = std::make_unique<Subject>(engine_, CoreOf(heads, heads, head_dim, rule == "causal"));
    subject_->Add(batch, tokens);
    const char* names[] = {"/q.f32", "/k.f32", "/v.f32"};
    for (int i = 0; i < 3; ++i) {
      if (!ReadFloats(folder + names[i], subject_->input(i))) return "";
    }
    subject_->Run();
    return WriteFloats(folder + "/headwise.f32", subject_->head_context(0)) ? "ok" : "";
  }

  std::string Run(std::istream& words) {
    int times = 0;
    words >> times;
    if (times < 1 || subject_ == nullptr) return "";
    subject_->Run();
    return absl::StrFormat("%.9f", Seconds([&] {
                             for (int i = 0; i < times; ++i) subject_->Run();
                           }));
  }

  Engine& engine_;
  std::unique_ptr<Subject> subject_;
};

}  // namespace

int ServeShapes(Engine& engine, std::istream& in, std::ostream& out) {
  ShapeServer server(engine);
  for (std::string line; std::getline(in, line);) {
    const std::string answer = server.Answer(line);
    if (answer.empty()) {
      std::cerr << "attention_bench: cannot do '" << line << "'\n";
      return 1;
    }
    out << answer << std::endl;
  }
  return 0;
}

}  // namespace headwise::bench
