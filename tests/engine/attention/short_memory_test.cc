// Every large allocation fails once: the right status comes, nothing is left broken.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "engine/attention/engine.h"
#include "engine/attention/model.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/tensor/tensor.h"
#include "tests/support/status_matchers.h"

namespace {

constexpr std::size_t kLarge = std::size_t{4} << 10;
constexpr std::int64_t kNone = -1;
std::atomic<std::int64_t> large_allocations{0};
std::atomic<std::int64_t> failing{kNone};  // which of them fails

void* Allocate(std::size_t size, std::size_t alignment) {
  if (size >= kLarge && large_allocations++ == failing) throw std::bad_alloc();
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return Allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace headwise::testing {
namespace {

constexpr char kDemo[] = HEADWISE_SOURCE_DIR "/deploy/demo";
constexpr int kMost = 2000;  // allocations of one run

// Runs f with its first, second, ... large allocation failing until it runs through. Every failed
// run must say RESOURCE_EXHAUSTED. Returns the number of those.
template <typename F>
int FailEach(F f) {
  for (int i = 0; i < kMost; ++i) {
    large_allocations = 0;
    failing = i;
    const absl::Status status = f();
    failing = kNone;
    if (large_allocations <= i) {
      EXPECT_THAT(status, IsOk());
      return i;
    }
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kResourceExhausted, ::testing::_)) << i;
  }
  return kMost;
}

TEST(ShortMemoryTest, OpeningACheckpointSaysSo) {
  const int failures = FailEach([] { return Checkpoint::Open(kDemo).status(); });
  EXPECT_GT(failures, 0);
  EXPECT_LT(failures, kMost);
}

TEST(ShortMemoryTest, ReadingALayerSaysSo) {
  const auto checkpoint = Checkpoint::Open(kDemo);
  ASSERT_THAT(checkpoint, IsOk());
  EXPECT_GT(FailEach([&] { return checkpoint->ReadLayer(0).status(); }), 4);
}

TEST(ShortMemoryTest, LoadingAModelSaysSo) {
  const auto engine = Engine::Create({2});
  const auto checkpoint = Checkpoint::Open(kDemo);
  const int failures = FailEach([&] { return Model::Load(*checkpoint, **engine).status(); });
  EXPECT_GT(failures, 4);
  EXPECT_LT(failures, kMost);
}

// One request, with memory of its own that is not part of the experiment.
class Request {
 public:
  explicit Request(const AttentionLayer& layer) : input_(DType::kF32, *Shape::Create(kShape)) {
    for (std::int64_t i = 0; i < input_.shape().elements(); ++i) {
      input_.floats()[i] = static_cast<float>(i % 17 - 8) / 8;
    }
    request_.input = input_.view();
    request_.outputs.log_sum_exp = true;
    request_.outputs.probabilities.heads = {1, 3};
    const OutputShapes shapes = layer.Validate(request_).value();
    context_ = Tensor(DType::kF32, shapes.context.value());
    log_sum_exp_ = Tensor(DType::kF32, shapes.log_sum_exp.value());
    probabilities_ = Tensor(DType::kF32, shapes.probabilities.value());
  }

  absl::Status Run(AttentionLayer& layer) {
    AttentionTask task;
    task.request = &request_;
    task.outputs.context = context_.mutable_view();
    task.outputs.log_sum_exp = log_sum_exp_.mutable_view();
    task.outputs.probabilities = probabilities_.mutable_view();
    AttentionTask* tasks[] = {&task};
    layer.Attend(tasks);
    return task.status;
  }

  void SetForm(Form form) { request_.form = form; }
  const Tensor& context() const { return context_; }

 private:
  static constexpr std::int64_t kShape[] = {2, 300, 128};
  Tensor input_;
  AttentionRequest request_;
  Tensor context_;
  Tensor log_sum_exp_;
  Tensor probabilities_;
};

// Each form on an engine of its own, whose workspace is still empty.
TEST(ShortMemoryTest, AttendingSaysSoAndTheNextRequestIsRight) {
  const auto checkpoint = Checkpoint::Open(kDemo);
  const auto reference = Engine::Create({1});
  const auto right = Model::Load(*checkpoint, **reference);
  Request wanted((*right)->layer(0));
  ASSERT_THAT(wanted.Run((*right)->layer(0)), IsOk());
  for (const Form form : {Form::kFused, Form::kStacked}) {
    const auto engine = Engine::Create({2});
    const auto model = Model::Load(*checkpoint, **engine);
    AttentionLayer& layer = (*model)->layer(0);
    Request request(layer);
    request.SetForm(form);
    EXPECT_GT(FailEach([&] { return request.Run(layer); }), 4);
    request.SetForm(Form::kFused);
    ASSERT_THAT(request.Run(layer), IsOk());
    EXPECT_EQ(std::memcmp(request.context().view().data(), wanted.context().view().data(),
                          static_cast<std::size_t>(wanted.context().view().bytes())),
              0);
  }
}

}  // namespace
}  // namespace headwise::testing
