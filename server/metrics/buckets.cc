#include "server/metrics/buckets.h"

namespace headwise {

Buckets RpcBuckets() {
  return {.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};
}

Buckets StageBuckets() {
  return {.00001, .000025, .00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .5};
}

Buckets HeadBuckets() {
  return {.000001, .0000025, .000005, .00001, .000025, .00005,
          .0001,   .00025,   .001,    .005,   .025,    .25};
}

Buckets PowersOfTwo(int highest) {
  Buckets buckets;
  for (int exponent = 0; exponent <= highest; ++exponent) {
    buckets.push_back(static_cast<double>(1 << exponent));
  }
  return buckets;
}

}  // namespace headwise
