// Memory aligned for vector loads.
#ifndef HEADWISE_ENGINE_TENSOR_ALIGNED_BUFFER_H_
#define HEADWISE_ENGINE_TENSOR_ALIGNED_BUFFER_H_

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

#include "engine/tensor/huge_pages.h"

namespace headwise {

// `size` uninitialised elements of a trivial type, aligned to 64 bytes (a cache line and an
// AVX-512 register). Move-only. Throws std::bad_alloc when memory is short; the task's edge
// turns that into RESOURCE_EXHAUSTED.
template <typename T>
class AlignedBuffer {
 public:
  static constexpr std::size_t kAlignment = 64;

  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t size) : size_(size) {
    if (size > (static_cast<std::size_t>(-1) - kAlignment) / sizeof(T)) throw std::bad_alloc();
    if (size == 0) return;
    data_ = static_cast<T*>(::operator new(size * sizeof(T), Alignment(size)));
    if (IsLarge(size)) AdviseHugePages(data_, size * sizeof(T));
  }
  ~AlignedBuffer() { Free(); }
  AlignedBuffer(AlignedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  AlignedBuffer& operator=(AlignedBuffer&& other) noexcept {
    if (this != &other) {
      Free();
      data_ = std::exchange(other.data_, nullptr);
      size_ = std::exchange(other.size_, 0);
    }
    return *this;
  }

  // Makes room for `size` elements; the old content is lost if that needs more memory.
  void EnsureSize(std::size_t size) {
    if (size > size_) *this = AlignedBuffer(size);
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  static bool IsLarge(std::size_t size) { return size * sizeof(T) >= kLargeBytes; }
  static std::align_val_t Alignment(std::size_t size) {
    return std::align_val_t{IsLarge(size) ? kHugePageBytes : kAlignment};
  }

  void Free() {
    if (data_ != nullptr) ::operator delete(data_, Alignment(size_));
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_ALIGNED_BUFFER_H_
