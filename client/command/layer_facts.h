// An attention layer in words.
#ifndef HEADWISE_CLIENT_COMMAND_LAYER_FACTS_H_
#define HEADWISE_CLIENT_COMMAND_LAYER_FACTS_H_

#include <string>

#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// What most layers do not have: "window 4096; RoPE 128, base 10000", or "-". Thread-safe, as all of
// this file.
std::string ExtrasText(const LayerSpec& layer);

// True if the two modules differ in one number only, as "h.0.attn" and "h.11.attn".
bool SameFamily(const std::string& first, const std::string& other);

// "h.{0-11}.attn" for these two, which must be of one family.
std::string ModuleRange(const std::string& first, const std::string& last);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_LAYER_FACTS_H_
