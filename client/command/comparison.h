// The same attention in two forms, side by side.
#ifndef HEADWISE_CLIENT_COMMAND_COMPARISON_H_
#define HEADWISE_CLIENT_COMMAND_COMPARISON_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/command/console.h"
#include "client/command/flops.h"
#include "client/command/json_output.h"
#include "engine/attention/attention_request.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Median times of one form, in nanoseconds. Stages are 0 where they are not known.
struct FormTimes {
  double total_ns = 0;
  double input_projection_ns = 0;
  double attention_ns = 0;
  double output_projection_ns = 0;
  // Quartiles of the total: the middle half of the runs lies between them.
  double low_ns = 0;
  double high_ns = 0;
};

// A layer computed head by head (stacked, or the single head of a layer with one) and fused.
struct ComparedLayer {
  LayerSpec spec;
  FormTimes separate;
  FormTimes fused;
  double largest_difference = 0;  // |separate - fused| over all elements of Z
  double largest_output = 0;      // |Z|
  double visible_pairs = 0;       // (query, key), of all sequences; masks are not looked at

  Form separate_form() const { return spec.heads == 1 ? Form::kSingleHead : Form::kStacked; }
};

struct Comparison {
  std::string where;  // what computed, for the first line
  std::int64_t sequences = 1;
  std::int64_t tokens = 0;  // of the longest sequence
  ProjectedRows rows;       // tokens and keys of all sequences
  bool causal = false;
  int runs = 0;
  bool own_weights = false;  // random ones, the same in all rows
  std::string picture;       // file that the cost was drawn into, or empty
  std::vector<ComparedLayer> layers;
};

// Matrices that a form of a layer multiplies with, as "24 of 512x64, 1 of 512x512" (inputs by
// outputs). Thread-safe.
std::string MatricesText(const LayerSpec& spec, Form form);

void PrintComparisonTables(const Comparison& comparison, const Console& console);
Json ComparisonJson(const Comparison& comparison);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_COMPARISON_H_
