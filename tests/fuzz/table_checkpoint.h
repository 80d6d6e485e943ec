// Checkpoints of every row of the architecture table, without their config.json.
#ifndef HEADWISE_TESTS_FUZZ_TABLE_CHECKPOINT_H_
#define HEADWISE_TESTS_FUZZ_TABLE_CHECKPOINT_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "engine/checkpoint/tensor_source.h"

namespace headwise::fuzz {

// Makes them when asked for and keeps some open. For one thread.
class TableCheckpoints {
 public:
  // `title` is the name of a row, a space and the number of a variant; anything else stands for
  // one of them too. Valid until the next call.
  const TensorSource& Get(absl::string_view title);

 private:
  std::map<std::string, TensorSource> open_;
};

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_TABLE_CHECKPOINT_H_
