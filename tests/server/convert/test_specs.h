// Layers that requests of tests are for.
#ifndef HEADWISE_TESTS_SERVER_CONVERT_TEST_SPECS_H_
#define HEADWISE_TESTS_SERVER_CONVERT_TEST_SPECS_H_

#include "engine/checkpoint/layer_spec.h"

namespace headwise::testing {

// D = 8, H = 4, hd = 3, Dout = 10.
inline LayerSpec TestSpec() {
  LayerSpec spec;
  spec.d_model = 8;
  spec.heads = 4;
  spec.kv_heads = 2;
  spec.head_dim = 3;
  spec.d_out = 10;
  spec.scale = 1;
  spec.output_projection = true;
  return spec;
}

// The same with a rotary embedding whose frequencies depend on the length.
inline LayerSpec RotarySpec() {
  LayerSpec spec = TestSpec();
  spec.rope.dims = 2;
  spec.rope.scaling = RopeScaling::kDynamic;
  spec.rope.factor = 2;
  spec.rope.max_positions = 4;
  return spec;
}

// Cross-attention: Dk = 6, Dv = 7.
inline LayerSpec CrossSpec() {
  LayerSpec spec = TestSpec();
  spec.cross = true;
  spec.key_d_model = 6;
  spec.value_d_model = 7;
  return spec;
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_CONVERT_TEST_SPECS_H_
