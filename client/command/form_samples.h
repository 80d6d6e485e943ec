// Times of several runs of one form.
#ifndef HEADWISE_CLIENT_COMMAND_FORM_SAMPLES_H_
#define HEADWISE_CLIENT_COMMAND_FORM_SAMPLES_H_

#include <cstdint>
#include <vector>

#include "client/command/comparison.h"
#include "client/command/median.h"

namespace headwise {

// Thread-compatible.
class FormSamples {
 public:
  void Add(double total_ns, std::int64_t input_projection_ns, std::int64_t attention_ns,
           std::int64_t output_projection_ns) {
    total_.push_back(total_ns);
    input_projection_.push_back(static_cast<double>(input_projection_ns));
    attention_.push_back(static_cast<double>(attention_ns));
    output_projection_.push_back(static_cast<double>(output_projection_ns));
  }

  // Each stage's median by itself, so they need not add up to the total's.
  FormTimes Medians() const {
    return {Median(total_),         Median(input_projection_),
            Median(attention_),     Median(output_projection_),
            Quantile(total_, 0.25), Quantile(total_, 0.75)};
  }

 private:
  std::vector<double> total_;
  std::vector<double> input_projection_;
  std::vector<double> attention_;
  std::vector<double> output_projection_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_FORM_SAMPLES_H_
