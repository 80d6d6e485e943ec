#include "engine/onednn/packed_matrix.h"

#include <cstdint>
#include <utility>

#include "engine/onednn/packed_matrix_impl.h"
#include "engine/onednn/runtime_impl.h"
#include "engine/parallel/one_openmp_thread.h"

namespace headwise {

PackedFormat::PackedFormat(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
std::int64_t PackedFormat::inner() const { return impl_->inner; }
std::int64_t PackedFormat::columns() const { return impl_->columns; }
std::int64_t PackedFormat::bytes() const {
  return static_cast<std::int64_t>(impl_->desc.get_size());
}

PackedMatrix::PackedMatrix() = default;
PackedMatrix::PackedMatrix(const PackedFormat& format, std::byte* memory)
    : impl_(new Impl{format, {}, memory, {}}) {}
PackedMatrix::PackedMatrix(PackedMatrix&&) noexcept = default;
PackedMatrix& PackedMatrix::operator=(PackedMatrix&&) noexcept = default;
PackedMatrix::~PackedMatrix() = default;
std::int64_t PackedMatrix::bytes() const { return impl_ == nullptr ? 0 : impl_->format.bytes(); }

struct Packer::Impl {
  OnednnRuntime& runtime;
  PackedFormat format;
  dnnl::memory::desc plain;
  dnnl::reorder pack;
  dnnl::reorder unpack;
  std::size_t pack_scratchpad;
  std::size_t unpack_scratchpad;

  absl::Status Run(const char* what, int worker, const dnnl::reorder& reorder,
                   std::size_t scratchpad_bytes, const dnnl::memory& from,
                   const dnnl::memory& to) const {
    OneOpenMpThread one_thread;
    OnednnRuntime::Impl& onednn = runtime.impl();
    std::byte* scratchpad = onednn.Scratchpad(worker, scratchpad_bytes);
    return onednn::Guard(what, [&] {
      const dnnl::memory::desc bytes({static_cast<dnnl::memory::dim>(scratchpad_bytes)},
                                     dnnl::memory::data_type::u8, dnnl::memory::format_tag::a);
      dnnl::memory scratchpad_memory(scratchpad_bytes > 0 ? bytes : dnnl::memory::desc(),
                                     onednn.engine, scratchpad);
      const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, from.get()},
                                      {DNNL_ARG_TO, to.get()},
                                      {DNNL_ARG_SCRATCHPAD, scratchpad_memory.get()}};
      dnnl::error::wrap_c_api(
          dnnl_primitive_execute(reorder.get(), onednn.workers[worker].stream.get(), 3, args),
          what);
    });
  }
};

absl::StatusOr<std::unique_ptr<Packer>> Packer::Create(OnednnRuntime& runtime,
                                                       const PackedFormat& format,
                                                       PlainLayout layout) {
  using Tag = dnnl::memory::format_tag;
  OneOpenMpThread one_thread;
  std::unique_ptr<Impl> impl;
  absl::Status status = onednn::GuardKernels("plan a packing", [&] {
    const dnnl::engine& engine = runtime.impl().engine;
    const dnnl::memory::desc plain({format.inner(), format.columns()}, dnnl::memory::data_type::f32,
                                   layout == PlainLayout::kInnerByColumns ? Tag::ab : Tag::ba);
    const dnnl::memory::desc& packed = format.impl().desc;
    const dnnl::primitive_attr attributes = onednn::UserScratchpad();
    const dnnl::reorder::primitive_desc pack(engine, plain, engine, packed, attributes);
    const dnnl::reorder::primitive_desc unpack(engine, packed, engine, plain, attributes);
    impl.reset(new Impl{runtime, format, plain, dnnl::reorder(pack), dnnl::reorder(unpack),
                        pack.scratchpad_desc().get_size(), unpack.scratchpad_desc().get_size()});
  });
  if (!status.ok()) return status;
  return std::unique_ptr<Packer>(new Packer(std::move(impl)));
}

Packer::Packer(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Packer::~Packer() = default;

absl::Status Packer::Pack(int worker, const float* plain, PackedMatrix& to) const {
  if (to.impl_ == nullptr || !(to.impl_->format == impl_->format)) {
    AlignedBuffer<std::byte> own(static_cast<std::size_t>(impl_->format.bytes()));
    std::byte* const data = own.data();
    to.impl_.reset(new PackedMatrix::Impl{impl_->format, std::move(own), data, {}});
  }
  absl::Status status = onednn::Guard("describe a packed matrix", [&] {
    if (to.impl_->memory) return;
    to.impl_->memory =
        dnnl::memory(impl_->format.impl().desc, impl_->runtime.impl().engine, to.impl_->data);
  });
  if (!status.ok()) return status;
  dnnl::memory from;
  status = onednn::Guard("describe a plain matrix", [&] {
    from = dnnl::memory(impl_->plain, impl_->runtime.impl().engine, const_cast<float*>(plain));
  });
  if (!status.ok()) return status;
  return impl_->Run("pack a matrix", worker, impl_->pack, impl_->pack_scratchpad, from,
                    to.impl_->memory);
}

absl::Status Packer::Unpack(int worker, const PackedMatrix& from, float* plain) const {
  dnnl::memory to;
  absl::Status status = onednn::Guard("describe a plain matrix", [&] {
    to = dnnl::memory(impl_->plain, impl_->runtime.impl().engine, plain);
  });
  if (!status.ok()) return status;
  return impl_->Run("unpack a matrix", worker, impl_->unpack, impl_->unpack_scratchpad,
                    from.impl()->memory, to);
}

}  // namespace headwise
