// The rows of the architecture table by family, and the pieces that many of them share.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_ROWS_H_
#define HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_ROWS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "engine/checkpoint/architecture_table.h"

namespace headwise {

// {name}.weight and {name}.bias.
Projection Linear(absl::string_view name);

// q_proj, k_proj and v_proj, and the output projection `output`.
void UseProjections(absl::string_view output, Section& section);

// One section with Llama's names, sizes, RMS epsilon and rotary embedding.
ArchitectureRow LlamaLike(absl::string_view name, std::vector<absl::string_view> model_types);

// Chapter 3 of "Build a Large Language Model (From Scratch)" and the course's larger models.
std::vector<ArchitectureRow> CourseRows();
// torch.nn.
std::vector<ArchitectureRow> TorchRows();
// Decoders with Llama's names; those whose sliding layers alternate; those with names of their own.
std::vector<ArchitectureRow> LlamaRows();
std::vector<ArchitectureRow> GemmaRows();
std::vector<ArchitectureRow> DecoderRows();
// Decoders that pack queries, keys and values in one tensor.
std::vector<ArchitectureRow> PackedRows();
std::vector<ArchitectureRow> EncoderRows();
std::vector<ArchitectureRow> EncoderDecoderRows();

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_ROWS_H_
