// What oneDNN's primitives run on.
#ifndef HEADWISE_ENGINE_ONEDNN_RUNTIME_H_
#define HEADWISE_ENGINE_ONEDNN_RUNTIME_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace headwise {

// oneDNN's CPU engine, with a stream and a scratchpad for each worker. Must outlive every plan
// and packed matrix made with it. Thread-safe, but one worker index at a time belongs to one
// thread (as in WorkerPool).
class OnednnRuntime {
 public:
  static absl::StatusOr<std::unique_ptr<OnednnRuntime>> Create(int workers);
  ~OnednnRuntime();

  int workers() const { return workers_; }

  // Instruction set that oneDNN dispatches to, for example "avx512_core_bf16".
  static std::string InstructionSet();
  // Version of the library that is loaded, for example "2.6.3".
  static std::string Version();

  // For the classes of this folder.
  struct Impl;
  Impl& impl() const { return *impl_; }

 private:
  OnednnRuntime(int workers, std::unique_ptr<Impl> impl);

  const int workers_;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ONEDNN_RUNTIME_H_
