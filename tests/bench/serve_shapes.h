// Bare cores run on request, so that a driver can time them in turn with another program.
#ifndef HEADWISE_TESTS_BENCH_SERVE_SHAPES_H_
#define HEADWISE_TESTS_BENCH_SERVE_SHAPES_H_

#include <istream>
#include <ostream>

#include "engine/attention/engine.h"

namespace headwise::bench {

// Reads a request a line from `in` until its end and answers each with a line to `out`:
//
//   core B H T HD full|causal FOLDER   reads FOLDER/{q,k,v}.f32 ([B,H,T,HD], this machine's
//                                      floats), runs once, writes FOLDER/headwise.f32; "ok"
//   run N                              runs once unmeasured, then N times; their seconds
//
// Returns the exit code: 1 after a request that is not understood or fails, told on stderr.
int ServeShapes(Engine& engine, std::istream& in, std::ostream& out);

}  // namespace headwise::bench

#endif  // HEADWISE_TESTS_BENCH_SERVE_SHAPES_H_
