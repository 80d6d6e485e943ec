// Which keys each head looks at most.
#ifndef HEADWISE_CLIENT_COMMAND_TOP_KEYS_H_
#define HEADWISE_CLIENT_COMMAND_TOP_KEYS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/command/json_output.h"
#include "client/command/table.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

struct TopKey {
  std::int32_t key = 0;
  float weight = 0;
};

// What one head sees from one query row: the keys by falling weight.
struct TopKeyRow {
  std::int64_t sequence = 0;
  std::int64_t row = 0;
  std::int32_t head = 0;
  std::vector<TopKey> keys;
};

// Sequence after sequence, then row after row, then head after head. INTERNAL if the answer
// contradicts itself. Thread-safe, as all of this file.
absl::StatusOr<std::vector<TopKeyRow>> TopKeyRows(const v1::TopKeys& top);

// `row_labels` and `key_labels` are the tokens', or empty; keys beyond them have none.
Table TopKeysTable(const std::vector<TopKeyRow>& rows, const std::vector<std::string>& row_labels,
                   const std::vector<std::string>& key_labels);
Json TopKeysJson(const std::vector<TopKeyRow>& rows, const std::vector<std::string>& row_labels,
                 const std::vector<std::string>& key_labels);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_TOP_KEYS_H_
