#include "engine/attention/rope_table.h"

#include <cmath>
#include <cstdint>
#include <utility>

namespace headwise {

RopeTable::RopeTable(std::vector<double> frequencies, double attention_factor)
    : frequencies_(std::move(frequencies)), attention_factor_(attention_factor) {
  for (std::int64_t b = 0; b < kFine; ++b) {
    for (double frequency : frequencies_) {
      fine_cos_.push_back(std::cos(static_cast<double>(b) * frequency));
      fine_sin_.push_back(std::sin(static_cast<double>(b) * frequency));
    }
  }
}

void RopeTable::At(std::int64_t position, Cursor& cursor, float* cos, float* sin) const {
  const std::int64_t coarse = position / kFine;
  if (cursor.coarse != coarse) {
    cursor.coarse = coarse;
    cursor.cos.resize(frequencies_.size());
    cursor.sin.resize(frequencies_.size());
    for (std::size_t i = 0; i < frequencies_.size(); ++i) {
      const double angle = static_cast<double>(coarse * kFine) * frequencies_[i];
      cursor.cos[i] = attention_factor_ * std::cos(angle);
      cursor.sin[i] = attention_factor_ * std::sin(angle);
    }
  }
  const double* fine_cos = fine_cos_.data() + position % kFine * pairs();
  const double* fine_sin = fine_sin_.data() + position % kFine * pairs();
  for (std::int64_t i = 0; i < pairs(); ++i) {
    cos[i] = static_cast<float>(cursor.cos[i] * fine_cos[i] - cursor.sin[i] * fine_sin[i]);
    sin[i] = static_cast<float>(cursor.sin[i] * fine_cos[i] + cursor.cos[i] * fine_sin[i]);
  }
}

}  // namespace headwise
