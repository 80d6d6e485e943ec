// Layers as the command line names them.
#ifndef HEADWISE_CLIENT_COMMAND_LAYER_NAME_H_
#define HEADWISE_CLIENT_COMMAND_LAYER_NAME_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/library/client.h"

namespace headwise {

// The layer's number for "3", or for its module path such as "h.3.attn". NOT_FOUND lists the
// module paths that there are, UNAVAILABLE if the model still loads. Thread-safe, as all of this
// file.
absl::StatusOr<int> FindLayer(const v1::GetModelResponse& model, absl::string_view layer);

// Asks the server only for a module path; a number is not checked.
absl::StatusOr<int> FindLayer(const Client& client, absl::string_view model,
                              absl::string_view layer);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_LAYER_NAME_H_
