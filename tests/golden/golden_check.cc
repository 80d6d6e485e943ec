#include "tests/golden/golden_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"

namespace headwise::testing {
namespace {

double LargestOf(const float* values, std::int64_t count) {
  double largest = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    largest = std::max<double>(largest, std::fabs(values[i]));
  }
  return largest;
}

class Checker {
 public:
  Checker(const GoldenCase& golden, GoldenResult& result) : golden_(golden), result_(result) {
    if (golden.has_lengths) lengths_ = golden.Integers("lengths");
  }

  bool failed() const { return !result_.failure.empty(); }

  void Fail(std::string reason) {
    if (!failed()) result_.failure = std::move(reason);  // the first reason is told
  }

  void CheckAnswer(const GoldenLayer& layer, const GoldenAnswer& answer) {
    if (golden_.kind != "qkv") Compare(layer, "y", answer.y, 1);
    Compare(layer, "z", answer.z, layer.heads);
    Compare(layer, "probs", answer.probs, layer.heads);
    Compare(layer, "lse", answer.lse, layer.heads);
  }

  void CheckFormsAgree(const Tensor& fused, const Tensor& stacked) {
    double difference = 0;
    for (std::int64_t i = 0; i < fused.shape().elements(); ++i) {
      difference = std::max<double>(difference, std::fabs(fused.floats()[i] - stacked.floats()[i]));
    }
    Note("forms", difference);
    const double largest = LargestOf(fused.floats(), fused.shape().elements());
    if (!(difference <= 2e-6 * largest)) {
      Fail(absl::StrCat("forms differ by ", difference, " at a largest |y| of ", largest));
    }
  }

  void CheckPublished(const Tensor& y) {
    for (const auto& [row, values] : golden_.published_rows) {
      for (std::size_t d = 0; d < values.size(); ++d) {
        const std::int64_t index = row * y.shape().dim(2) + static_cast<std::int64_t>(d);
        if (std::fabs(y.floats()[index] - values[d]) > 5.01e-5) {
          Fail(absl::StrCat("row ", row, ": the book prints ", values[d], ", got ",
                            y.floats()[index]));
        }
      }
    }
  }

 private:
  // `blocks` of query rows a sequence: 1 for [B,Tq,...], H for [B,H,Tq,...].
  void Compare(const GoldenLayer& layer, const std::string& what, const Tensor& got,
               std::int64_t blocks) {
    const std::string name = absl::StrCat(what, ".", layer.index);
    const Tensor* want = golden_.Find(name);
    if (want == nullptr) return Fail(absl::StrCat("io.safetensors has no ", name));
    if (!got.present() || want->shape() != got.shape()) {
      return Fail(absl::StrCat(name, ": expected ", want->shape().ToString(), ", got ",
                               got.present() ? got.shape().ToString() : "none"));
    }
    const std::int64_t tokens = want->shape().dim(blocks == 1 && what == "y" ? 1 : 2);
    const std::int64_t rows = want->shape().dim(0) * blocks * tokens;
    const std::int64_t width = got.shape().elements() / rows;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t b = row / (blocks * tokens);
      if (golden_.within_lengths && row % tokens >= lengths_[b]) continue;
      for (std::int64_t c = row * width; c < (row + 1) * width; ++c) {
        CompareOne(name, what, c, got.floats()[c], want->floats()[c]);
      }
    }
  }

  void CompareOne(const std::string& name, const std::string& what, std::int64_t index, double got,
                  double want) {
    if (got == want) return;
    const double off = std::fabs(got - want);
    Note(what, off);
    if (!(off <= golden_.atol + golden_.rtol * std::fabs(want))) {
      Fail(absl::StrCat(name, "[", index, "]: expected ", want, ", got ", got));
    }
  }

  void Note(const std::string& what, double off) {
    double& largest = result_.differences[what];
    if (!(off <= largest)) largest = off;
  }

  const GoldenCase& golden_;
  GoldenResult& result_;
  std::vector<std::int64_t> lengths_;
};

void CheckLayer(GoldenAnswerer& answerer, const GoldenCase& golden, std::size_t i, Checker& checker,
                GoldenResult& result) {
  const GoldenLayer& layer = golden.layers[i];
  auto fused = answerer.Ask(golden, layer, Form::kFused);
  if (!fused.ok()) return checker.Fail(std::string(fused.status().message()));
  checker.CheckAnswer(layer, *fused);
  if (golden.kind == "qkv" || checker.failed()) return;
  auto stacked = answerer.Ask(golden, layer, Form::kStacked);
  if (!stacked.ok()) return checker.Fail(std::string(stacked.status().message()));
  checker.CheckAnswer(layer, *stacked);
  if (checker.failed()) return;
  checker.CheckFormsAgree(fused->y, stacked->y);
  if (i != 0) return;
  checker.CheckPublished(fused->y);
  result.y.assign(fused->y.floats(), fused->y.floats() + fused->y.shape().elements());
}

}  // namespace

GoldenResult CheckGoldenCase(GoldenAnswerer& answerer, const std::string& folder) {
  GoldenResult result;
  auto golden = ReadGoldenCase(folder);
  if (!golden.ok()) {
    result.failure = std::string(golden.status().message());
    return result;
  }
  result.same_y_group = golden->same_y_group;
  Checker checker(*golden, result);
  if (golden->layers.empty()) checker.Fail("case.json names no layer");
  const absl::Status opened = answerer.Open(*golden);
  if (!opened.ok()) checker.Fail(std::string(opened.message()));
  for (std::size_t i = 0; i < golden->layers.size() && !checker.failed(); ++i) {
    CheckLayer(answerer, *golden, i, checker, result);
  }
  return result;
}

std::string CompareSameY(const GoldenResult& a, const GoldenResult& b) {
  if (a.y.size() != b.y.size()) return "y differs in size from another case of its group";
  const double largest = LargestOf(a.y.data(), static_cast<std::int64_t>(a.y.size()));
  for (std::size_t i = 0; i < a.y.size(); ++i) {
    if (!(std::fabs(a.y[i] - b.y[i]) <= 2e-6 * largest)) {
      return absl::StrCat("y[", i, "] differs from another case of its group: ", b.y[i], " and ",
                          a.y[i]);
    }
  }
  return "";
}

}  // namespace headwise::testing
