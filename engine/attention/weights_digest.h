// Names a model by its content.
#ifndef HEADWISE_ENGINE_ATTENTION_WEIGHTS_DIGEST_H_
#define HEADWISE_ENGINE_ATTENTION_WEIGHTS_DIGEST_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// XXH3 (64 bits) over specs and canonical weights, layer by layer: the same attention in another
// file layout has the same digest. Tells versions apart; no protection against forgery.
// Thread-compatible.
class WeightsDigest {
 public:
  WeightsDigest();
  ~WeightsDigest();

  void Add(const LayerSpec& spec, const LayerWeights& weights);
  // 16 hexadecimal digits over all that was added.
  std::string ToString() const;

 private:
  void AddSizes(const LayerSpec& spec);
  void AddRules(const LayerSpec& spec);
  void AddNumbers(const std::vector<float>& numbers);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_WEIGHTS_DIGEST_H_
