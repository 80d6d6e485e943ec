#include "engine/onednn/runtime.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/onednn/api.h"
#include "engine/onednn/runtime_impl.h"

namespace headwise {
namespace {

// oneDNN keeps primitives in a cache of its own. Plans are kept by their owners here, so a small
// one is enough; with its default of 1024 it grows by tens of megabytes under ever-new shapes.
constexpr int kPrimitiveCacheCapacity = 64;

}  // namespace

absl::StatusOr<std::unique_ptr<OnednnRuntime>> OnednnRuntime::Create(int workers) {
  auto impl = std::make_unique<Impl>();
  absl::Status status = onednn::Guard("start its CPU engine", [&] {
    dnnl::set_primitive_cache_capacity(kPrimitiveCacheCapacity);
    impl->engine = dnnl::engine(dnnl::engine::kind::cpu, 0);
    impl->workers.resize(workers);
    for (Impl::Worker& worker : impl->workers) worker.stream = dnnl::stream(impl->engine);
  });
  if (!status.ok()) return status;
  return std::unique_ptr<OnednnRuntime>(new OnednnRuntime(workers, std::move(impl)));
}

OnednnRuntime::OnednnRuntime(int workers, std::unique_ptr<Impl> impl)
    : workers_(workers), impl_(std::move(impl)) {}

OnednnRuntime::~OnednnRuntime() = default;

std::string OnednnRuntime::InstructionSet() { return onednn::EffectiveIsa(); }

std::string OnednnRuntime::Version() {
  const dnnl_version_t* version = dnnl_version();
  return absl::StrCat(version->major, ".", version->minor, ".", version->patch);
}

}  // namespace headwise
