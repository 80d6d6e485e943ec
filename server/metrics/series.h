// One series of a metric family, removed with its owner.
#ifndef HEADWISE_SERVER_METRICS_SERIES_H_
#define HEADWISE_SERVER_METRICS_SERIES_H_

#include <utility>

#include "prometheus/family.h"
#include "prometheus/labels.h"

namespace headwise {

// Resolves a series once, keeps the pointer, and takes the series out of its family when it
// goes. Two Series of the same labels are a bug. The family must outlive it. Move-only. The
// metric itself is thread-safe.
template <typename Metric>
class Series {
 public:
  template <typename... Args>
  Series(prometheus::Family<Metric>& family, const prometheus::Labels& labels, const Args&... args)
      : family_(&family), metric_(&family.Add(labels, args...)) {}
  ~Series() {
    if (metric_ != nullptr) family_->Remove(metric_);
  }
  Series(Series&& other) noexcept
      : family_(other.family_), metric_(std::exchange(other.metric_, nullptr)) {}
  Series& operator=(Series&&) = delete;

  Metric* operator->() const { return metric_; }

 private:
  prometheus::Family<Metric>* family_;
  Metric* metric_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_SERIES_H_
