// Upper bounds of the histograms' buckets.
#ifndef HEADWISE_SERVER_METRICS_BUCKETS_H_
#define HEADWISE_SERVER_METRICS_BUCKETS_H_

#include "prometheus/histogram.h"

namespace headwise {

using Buckets = prometheus::Histogram::BucketBoundaries;

// Seconds.
Buckets RpcBuckets();
Buckets StageBuckets();
Buckets HeadBuckets();
// Powers of two from 1 to 2^highest.
Buckets PowersOfTwo(int highest);

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_BUCKETS_H_
