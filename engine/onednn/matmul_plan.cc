#include "engine/onednn/matmul_plan.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/onednn/packed_matrix_impl.h"
#include "engine/onednn/runtime_impl.h"
#include "engine/parallel/one_openmp_thread.h"

namespace headwise {
namespace {

using dnnl::memory;

memory::desc Rows(std::int64_t rows, std::int64_t columns, std::int64_t stride) {
  return memory::desc({rows, columns}, memory::data_type::f32, memory::dims{stride, 1});
}

dnnl::matmul::primitive_desc Describe(const dnnl::engine& engine, const MatmulShape& shape,
                                      const memory::desc& weights) {
  dnnl::primitive_attr attributes = onednn::UserScratchpad();
  if (shape.accumulate) {
    dnnl::post_ops post_ops;
    post_ops.append_sum(1.0f);
    attributes.set_post_ops(post_ops);
  }
  const memory::desc bias({1, shape.columns}, memory::data_type::f32, memory::format_tag::ab);
  return onednn::MakeMatmul(engine, Rows(shape.rows, shape.inner, shape.source_stride), weights,
                            shape.bias ? &bias : nullptr,
                            Rows(shape.rows, shape.columns, shape.destination_stride), attributes);
}

// One worker's argument objects: pointing them elsewhere is cheaper than making new ones.
struct Arguments {
  memory source;
  memory bias;
  memory destination;
  memory scratchpad;

  Arguments(const dnnl::matmul::primitive_desc& desc, const dnnl::engine& engine, bool has_bias)
      : source(desc.src_desc(), engine, DNNL_MEMORY_NONE),
        destination(desc.dst_desc(), engine, DNNL_MEMORY_NONE),
        scratchpad(desc.scratchpad_desc(), engine, DNNL_MEMORY_NONE) {
    if (has_bias) bias = memory(desc.bias_desc(), engine, DNNL_MEMORY_NONE);
  }
};

}  // namespace

struct MatmulPlan::Impl {
  OnednnRuntime& runtime;
  const bool has_bias;
  const PackedFormat format;
  const std::string kernel;
  const std::size_t scratchpad_bytes;
  const dnnl::matmul primitive;
  std::vector<Arguments> arguments;  // one per worker

  Impl(OnednnRuntime& onednn, const MatmulShape& shape, PackedFormat packed,
       const dnnl::matmul::primitive_desc& desc)
      : runtime(onednn),
        has_bias(shape.bias),
        format(std::move(packed)),
        kernel(desc.impl_info_str()),
        scratchpad_bytes(desc.scratchpad_desc().get_size()),
        primitive(desc) {
    for (int worker = 0; worker < runtime.workers(); ++worker) {
      arguments.emplace_back(desc, runtime.impl().engine, shape.bias);
    }
  }
};

absl::StatusOr<std::unique_ptr<MatmulPlan>> MatmulPlan::Create(OnednnRuntime& runtime,
                                                               const MatmulShape& shape) {
  OneOpenMpThread one_thread;
  std::unique_ptr<Impl> impl;
  absl::Status status = onednn::GuardKernels("plan a matmul", [&] {
    const memory::desc any({shape.inner, shape.columns}, memory::data_type::f32,
                           memory::format_tag::any);
    const dnnl::matmul::primitive_desc desc = Describe(runtime.impl().engine, shape, any);
    auto format = std::make_shared<const PackedFormat::Impl>(
        PackedFormat::Impl{desc.weights_desc(), shape.inner, shape.columns});
    impl = std::make_unique<Impl>(runtime, shape, PackedFormat(std::move(format)), desc);
  });
  if (!status.ok()) return status;
  return std::unique_ptr<MatmulPlan>(new MatmulPlan(std::move(impl)));
}

absl::StatusOr<std::unique_ptr<MatmulPlan>> MatmulPlan::CreateFor(OnednnRuntime& runtime,
                                                                  const MatmulShape& shape,
                                                                  const PackedFormat& format) {
  OneOpenMpThread one_thread;
  std::unique_ptr<Impl> impl;
  absl::Status status = onednn::GuardKernels("plan a matmul for a packed matrix", [&] {
    impl = std::make_unique<Impl>(runtime, shape, format,
                                  Describe(runtime.impl().engine, shape, format.impl().desc));
  });
  if (!status.ok()) return status;
  return std::unique_ptr<MatmulPlan>(new MatmulPlan(std::move(impl)));
}

MatmulPlan::MatmulPlan(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MatmulPlan::~MatmulPlan() = default;

const PackedFormat& MatmulPlan::format() const { return impl_->format; }
const std::string& MatmulPlan::kernel() const { return impl_->kernel; }

absl::Status MatmulPlan::Run(int worker, const float* source, const PackedMatrix& weights,
                             const float* bias, float* destination) const {
  OneOpenMpThread one_thread;
  OnednnRuntime::Impl& onednn = impl_->runtime.impl();
  std::byte* scratchpad = onednn.Scratchpad(worker, impl_->scratchpad_bytes);
  Arguments& arguments = impl_->arguments[worker];
  return onednn::Guard("run a matmul", [&] {
    arguments.source.set_data_handle(const_cast<float*>(source));
    arguments.destination.set_data_handle(destination);
    arguments.scratchpad.set_data_handle(scratchpad);
    dnnl_exec_arg_t args[5] = {{DNNL_ARG_SRC, arguments.source.get()},
                               {DNNL_ARG_WEIGHTS, weights.impl()->memory.get()},
                               {DNNL_ARG_DST, arguments.destination.get()},
                               {DNNL_ARG_SCRATCHPAD, arguments.scratchpad.get()}};
    int count = 4;
    if (impl_->has_bias) {
      arguments.bias.set_data_handle(const_cast<float*>(bias));
      args[count++] = {DNNL_ARG_BIAS, arguments.bias.get()};
    }
    dnnl::error::wrap_c_api(
        dnnl_primitive_execute(impl_->primitive.get(), onednn.workers[worker].stream.get(), count,
                               args),
        "could not run a matmul");
  });
}

}  // namespace headwise
