// Tensors that a row of the architecture table asks for, made from the row itself.
#ifndef HEADWISE_TESTS_FUZZ_TABLE_TENSORS_H_
#define HEADWISE_TESTS_FUZZ_TABLE_TENSORS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "engine/checkpoint/architecture_table.h"
#include "engine/tensor/dtype.h"

namespace headwise::fuzz {

inline constexpr std::int64_t kWidth = 32;  // D
inline constexpr std::int64_t kHeads = 4;   // H; 1 in a section for a single head
inline constexpr std::int64_t kLayers = 2;  // 1 in a module without a number

// What differs from checkpoint to checkpoint of one architecture.
struct Variant {
  std::int64_t kv_heads = kHeads;
  std::int64_t head_dim = 8;
  bool biases = true;
  bool norms = false;  // those that a field of config.json switches on
  DType dtype = DType::kF32;
  // Widths that keys and values are made from, where the section has its own.
  std::int64_t key_width = kWidth;
  std::int64_t value_width = kWidth;
  int section = -1;  // -1: all that have a module of their own
};

// Any number is a variant.
Variant MakeVariant(unsigned number);

struct TableTensor {
  std::string name;
  std::vector<std::int64_t> shape;
};

// The sections that a checkpoint of this variant holds.
std::vector<const Section*> SectionsOf(const ArchitectureRow& row, const Variant& variant);
std::int64_t HeadsOf(const Section& section);
std::int64_t KvHeadsOf(const Section& section, const Variant& variant);
std::int64_t LayersOf(const Section& section);

// Each name once. Thread-safe, as all of these.
std::vector<TableTensor> TensorsOf(const ArchitectureRow& row, const Variant& variant);

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_TABLE_TENSORS_H_
