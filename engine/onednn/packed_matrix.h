// Matrices rearranged into the layout that a matmul reads fastest.
#ifndef HEADWISE_ENGINE_ONEDNN_PACKED_MATRIX_H_
#define HEADWISE_ENGINE_ONEDNN_PACKED_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/onednn/runtime.h"

namespace headwise {

// A layout for a K x N matrix, chosen by oneDNN for a MatmulPlan. Cheap to copy. Thread-safe.
class PackedFormat {
 public:
  std::int64_t inner() const;    // K
  std::int64_t columns() const;  // N
  std::int64_t bytes() const;

  struct Impl;
  explicit PackedFormat(std::shared_ptr<const Impl> impl);
  const Impl& impl() const { return *impl_; }
  friend bool operator==(const PackedFormat& a, const PackedFormat& b) {
    return a.impl_ == b.impl_;
  }

 private:
  std::shared_ptr<const Impl> impl_;
};

// How the plain matrix lies before packing.
enum class PlainLayout {
  kInnerByColumns,  // [K,N] row-major
  kColumnsByInner,  // [N,K] row-major, as nn.Linear stores a weight and as keys lie in a cache
};

// A packed matrix and, unless it was given some, the memory that holds it. Move-only. May be read
// by several threads at once, written by one.
class PackedMatrix {
 public:
  PackedMatrix();
  // Will be packed into the first format.bytes() of `memory`, which is aligned to 64 bytes and
  // outlives the matrix. Packing it into another format takes memory of its own.
  PackedMatrix(const PackedFormat& format, std::byte* memory);
  PackedMatrix(PackedMatrix&&) noexcept;
  PackedMatrix& operator=(PackedMatrix&&) noexcept;
  ~PackedMatrix();

  std::int64_t bytes() const;

  struct Impl;
  Impl* impl() const { return impl_.get(); }

 private:
  friend class Packer;
  std::unique_ptr<Impl> impl_;
};

// Packs plain matrices of one layout into one format, and back. Thread-safe, one worker index a
// thread. Borrows the runtime.
class Packer {
 public:
  static absl::StatusOr<std::unique_ptr<Packer>> Create(OnednnRuntime& runtime,
                                                        const PackedFormat& format,
                                                        PlainLayout layout);
  ~Packer();

  // Fills `to`, reusing its memory if it already has the format. Throws std::bad_alloc.
  absl::Status Pack(int worker, const float* plain, PackedMatrix& to) const;
  // The inverse; exact.
  absl::Status Unpack(int worker, const PackedMatrix& from, float* plain) const;

 private:
  struct Impl;
  explicit Packer(std::unique_ptr<const Impl> impl);

  std::unique_ptr<const Impl> impl_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ONEDNN_PACKED_MATRIX_H_
