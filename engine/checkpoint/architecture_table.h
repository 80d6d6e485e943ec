// What is known of each architecture: where its attention weights lie and by which rules they are
// used. All of it is data; no code asks for an architecture by name.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_TABLE_H_
#define HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/checkpoint/section.h"

namespace headwise {

// A Boolean of config.json that must have this value.
struct Condition {
  Flag flag;
  bool value = true;
};

struct ArchitectureRow {
  absl::string_view name;
  // Several rows may have a type in common: the first whose conditions hold and whose tensors are
  // there is taken.
  std::vector<absl::string_view> model_types;
  std::vector<Condition> conditions;
  // Without model_type in config.json, tensor names alone may tell that it is this one.
  bool found_by_names = false;

  // A layer's path is prefix + module; exactly one combination may be in a checkpoint.
  std::vector<absl::string_view> prefixes = {""};
  // At least one must be in a checkpoint. Layers are numbered section after section.
  std::vector<Section> sections;

  std::vector<NamedReason> left_out;  // fragments of names elsewhere; the reason is a note
};

// Every architecture that can be read. Thread-safe; lives as long as the process.
absl::Span<const ArchitectureRow> ArchitectureTable();

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_TABLE_H_
