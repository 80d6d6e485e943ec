#include "engine/simd/tile_product.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/tile_product.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "engine/simd/product_step-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
// Steps of one panel's first kVectors vectors.
template <int kVectors>
class TileStep {
 public:
  TileStep(const TileProduct& product, std::int64_t column)
      : product_(product),
        column_(column),
        width_(VectorsFrom(product.packed_columns, column) * Lanes()) {}

  template <int kRows>
  HWY_INLINE void Run(std::int64_t row) const {
    const FloatTag d;
    const std::ptrdiff_t lanes = Lanes();
    const std::ptrdiff_t to_stride = product_.to_stride;
    float* HWY_RESTRICT to = product_.to + row * to_stride + column_;
    FloatVec sums[kRows][kVectors];
    HEADWISE_UNROLL
    for (int r = 0; r < kRows; ++r) {
      HEADWISE_UNROLL
      for (int v = 0; v < kVectors; ++v) sums[r][v] = hn::Zero(d);
    }
    if (product_.rescale != nullptr) {
      HEADWISE_UNROLL
      for (int r = 0; r < kRows; ++r) {
        const auto factor = hn::Set(d, product_.rescale[row + r]);
        HEADWISE_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          sums[r][v] = hn::Mul(hn::LoadU(d, to + r * to_stride + v * lanes), factor);
        }
      }
    }
    const std::ptrdiff_t first = product_.inner_range.begin;
    AddProducts(product_.rows.row(row) + first, product_.rows.stride,
                product_.inner_range.end - first,
                product_.packed + column_ * product_.inner + first * width_, width_, sums);
    HEADWISE_UNROLL
    for (int r = 0; r < kRows; ++r) {
      HEADWISE_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        hn::StoreU(sums[r][v], d, to + r * to_stride + v * lanes);
      }
    }
  }

 private:
  const TileProduct& product_;
  const std::int64_t column_;
  const std::ptrdiff_t width_;  // of the panel
};

// The first `vectors` vectors of the panel at `column`.
template <int kVectors>
HWY_INLINE void PanelOf(std::int64_t vectors, const TileProduct& product, std::int64_t column) {
  if (vectors == kVectors) return OverSteps(product.count, TileStep<kVectors>(product, column));
  if constexpr (kVectors > 1) PanelOf<kVectors - 1>(vectors, product, column);
}

void MultiplyImpl(const TileProduct& product) {
  const std::int64_t first = product.columns.begin / PanelColumns() * PanelColumns();
  for (std::int64_t column = first; column < product.columns.end; column += PanelColumns()) {
    PanelOf<kPanelVectors>(VectorsFrom(product.columns.end, column), product, column);
  }
}

// The rows of a panel of `width` columns, of which `filled` are given. Adds to `zeros` what stays 0
// as long as all values are finite.
HWY_INLINE void PackPanelRows(const FloatRows& from, std::int64_t inner, std::int64_t filled,
                              float* to, std::int64_t width, FloatVec& zeros) {
  const FloatTag d;
  const auto zero = hn::Zero(d);
  const std::int64_t rest = filled % Lanes();
  for (std::int64_t k = 0; k < inner; ++k, to += width) {
    const float* row = from.row(k);
    for (std::int64_t c = 0; c + Lanes() <= filled; c += Lanes()) {
      const auto values = hn::LoadU(d, row + c);
      zeros = hn::MulAdd(values, zero, zeros);
      hn::Store(values, d, to + c);
    }
    if (rest == 0) continue;
    const auto last = LoadPart(row + filled - rest, rest);
    zeros = hn::MulAdd(last, zero, zeros);
    hn::Store(last, d, to + filled - rest);
  }
}

bool PackByRowsImpl(const FloatRows& from, std::int64_t inner, std::int64_t columns, float* to) {
  const FloatTag d;
  FloatVec zeros = hn::Zero(d);
  for (std::int64_t column = 0; column < columns; column += PanelColumns()) {
    const std::int64_t width = VectorsFrom(columns, column) * Lanes();
    PackPanelRows({from.data + column, from.stride}, inner, std::min(width, columns - column), to,
                  width, zeros);
    to += inner * width;
  }
  return hn::AllTrue(d, hn::Eq(zeros, hn::Zero(d)));
}

// Values k..k+3 of columns that the blocks of a vector stand for; a lone value on HWY_SCALAR.
constexpr std::int64_t kBlock = HWY_MIN(4, hn::MaxLanes(FloatTag()));

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void Transpose(const float* from, std::int64_t, float* to, std::int64_t) { *to = *from; }

#else

// Puts kBlock values of columns 0, kBlock, 2 kBlock and so on into the blocks of one vector.
template <class D>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const float* from, std::int64_t stride) {
  if constexpr (hn::MaxLanes(D()) <= kBlock) {
    return hn::LoadU(d, from);
  } else {
    const hn::Half<D> half;
    constexpr std::int64_t kLower = hn::MaxLanes(D()) / 2;
    return hn::Combine(d, LoadBlocks(half, from + kLower * stride, stride),
                       LoadBlocks(half, from, stride));
  }
}

// Puts kBlock values of a vector's columns into kBlock rows of a panel.
HWY_INLINE void Transpose(const float* from, std::int64_t stride, float* to, std::int64_t width) {
  const FloatTag d;
  const auto a = LoadBlocks(d, from, stride);
  const auto b = LoadBlocks(d, from + stride, stride);
  const auto c = LoadBlocks(d, from + 2 * stride, stride);
  const auto e = LoadBlocks(d, from + 3 * stride, stride);
  const hn::RepartitionToWide<FloatTag> dw;
  const auto ab_low = hn::BitCast(dw, hn::InterleaveLower(d, a, b));
  const auto ab_high = hn::BitCast(dw, hn::InterleaveUpper(d, a, b));
  const auto ce_low = hn::BitCast(dw, hn::InterleaveLower(d, c, e));
  const auto ce_high = hn::BitCast(dw, hn::InterleaveUpper(d, c, e));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dw, ab_low, ce_low)), d, to);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dw, ab_low, ce_low)), d, to + width);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dw, ab_high, ce_high)), d, to + 2 * width);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dw, ab_high, ce_high)), d, to + 3 * width);
}

#endif

// One column of a panel, from value `first` on.
HWY_INLINE void PackColumn(const float* column, std::int64_t first, std::int64_t inner, float* to,
                           std::int64_t width) {
  for (std::int64_t k = first; k < inner; ++k) to[k * width] = column[k];
}

// Asks for columns ahead of their use, line by line in the order of memory.
class ColumnFetch {
 public:
  ColumnFetch(const FloatRows& columns, std::int64_t inner)
      : column_(columns.data), stride_(columns.stride), inner_(inner) {}

  // As much as Transpose takes.
  HWY_INLINE void Next() {
    constexpr std::int64_t kLineFloats = 16;
    const std::int64_t floats = kBlock * Lanes();
    for (std::int64_t i = 0; i < floats; i += kLineFloats) {
      // Into the second-level cache: the first has no room for so much.
      __builtin_prefetch(column_ + at_, 0, 2);
      at_ += kLineFloats;
      if (at_ < inner_) continue;
      at_ = 0;
      column_ += stride_;
    }
  }

 private:
  const float* column_;
  const std::int64_t stride_;
  const std::int64_t inner_;
  std::int64_t at_ = 0;
};

// A panel of `width` columns, the first of the `columns` in `from`.
HWY_INLINE void PackPanel(const FloatRows& from, std::int64_t inner, std::int64_t columns,
                          float* to, std::int64_t width) {
  const std::int64_t filled = std::min(width, columns);
  const std::int64_t whole = inner / kBlock * kBlock;
  const std::int64_t transposed = filled / Lanes() * Lanes();
  for (std::int64_t c = 0; c < transposed; c += Lanes()) {
    const bool fetch = kBlock > 1 && c + 3 * Lanes() <= columns;
    ColumnFetch ahead(from.From(c + 2 * Lanes()), inner);
    for (std::int64_t k = 0; k < whole; k += kBlock) {
      if (fetch) ahead.Next();
      Transpose(from.row(c) + k, from.stride, to + k * width + c, width);
    }
  }
  for (std::int64_t c = 0; c < filled; ++c) {
    PackColumn(from.row(c), c < transposed ? whole : 0, inner, to + c, width);
  }
  if (filled == width) return;
  for (std::int64_t k = 0; k < inner; ++k) {
    std::fill(to + k * width + filled, to + (k + 1) * width, 0.0f);
  }
}

void PackByColumnsImpl(const FloatRows& from, std::int64_t inner, std::int64_t columns, float* to) {
  for (std::int64_t first = 0; first < columns; first += PanelColumns()) {
    const std::int64_t width = VectorsFrom(columns, first) * Lanes();
    PackPanel(from.From(first), inner, columns - first, to, width);
    to += inner * width;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(MultiplyImpl);
HWY_EXPORT(PackByRowsImpl);
HWY_EXPORT(PackByColumnsImpl);

void Multiply(const TileProduct& product) { HWY_DYNAMIC_DISPATCH(MultiplyImpl)(product); }

bool PackByRows(const FloatRows& from, std::int64_t inner, std::int64_t columns, float* to) {
  return HWY_DYNAMIC_DISPATCH(PackByRowsImpl)(from, inner, columns, to);
}

void PackByColumns(const FloatRows& from, std::int64_t inner, std::int64_t columns, float* to) {
  HWY_DYNAMIC_DISPATCH(PackByColumnsImpl)(from, inner, columns, to);
}

}  // namespace headwise
#endif  // HWY_ONCE
