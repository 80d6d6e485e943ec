#include <iostream>

#include "engine/attention/attend.h"
#include "engine/attention/model.h"
#include "engine/checkpoint/safetensors_file.h"

int main() {
  auto engine = headwise::Engine::Create();
  auto checkpoint = headwise::Checkpoint::Open("deploy/demo");
  auto model = headwise::Model::Load(*checkpoint, **engine);
  auto inputs = headwise::SafetensorsFile::Open("deploy/demo/activations.safetensors");
  auto embeddings = inputs->ReadTensor("layer.0.input");
  headwise::AttentionRequest request;
  request.input = embeddings->view().AsBatchOfOne();
  auto answer = headwise::Attend((*model)->layer(0), request);
  std::cout << answer->context.shape().ToString() << ", head 0 took " << answer->timings.head_ns[0]
            << " ns\n";
}
