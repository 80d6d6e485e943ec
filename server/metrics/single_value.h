// Families of one series without labels, made at a scrape.
#ifndef HEADWISE_SERVER_METRICS_SINGLE_VALUE_H_
#define HEADWISE_SERVER_METRICS_SINGLE_VALUE_H_

#include <string>

#include "prometheus/metric_family.h"

namespace headwise {

inline prometheus::MetricFamily SingleCounter(const std::string& name, const std::string& help,
                                              double value) {
  prometheus::ClientMetric metric;
  metric.counter.value = value;
  return {name, help, prometheus::MetricType::Counter, {metric}};
}

inline prometheus::MetricFamily SingleGauge(const std::string& name, const std::string& help,
                                            double value) {
  prometheus::ClientMetric metric;
  metric.gauge.value = value;
  return {name, help, prometheus::MetricType::Gauge, {metric}};
}

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_SINGLE_VALUE_H_
