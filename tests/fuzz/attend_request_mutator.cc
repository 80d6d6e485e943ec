// How libFuzzer changes inputs of attend_request: mostly field by field.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "headwise/v1/attention.pb.h"
#include "tests/fuzz/attend_layers.h"
#include "tests/fuzz/message_mutator.h"

// libFuzzer's own way of changing bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace headwise::fuzz {
namespace {

std::unique_ptr<google::protobuf::Message> MessageFor(std::uint8_t choice) {
  static const std::size_t layers = AttendSpecs().size();
  if ((choice & 7) < layers) return std::make_unique<v1::AttendRequest>();
  return std::make_unique<v1::AttendCoreRequest>();
}

// The new size, 0 if the bytes are no message or the new ones do not fit.
std::size_t MutateMessage(std::uint8_t* data, std::size_t size, std::size_t most,
                          std::mt19937& random) {
  if (size < 1) return 0;
  const std::unique_ptr<google::protobuf::Message> message = MessageFor(data[0]);
  if (!message->ParseFromArray(data + 1, static_cast<int>(size - 1))) return 0;
  MessageMutator mutator(random);
  for (unsigned changes = 1 + random() % 3; changes > 0; --changes) mutator.Mutate(*message);
  const std::string bytes = message->SerializeAsString();
  if (bytes.size() + 1 > most) return 0;
  std::memcpy(data + 1, bytes.data(), bytes.size());
  return bytes.size() + 1;
}

}  // namespace
}  // namespace headwise::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 4 != 0) {
    const std::size_t changed = headwise::fuzz::MutateMessage(data, size, most, random);
    if (changed != 0) return changed;
  }
  return LLVMFuzzerMutate(data, size, most);
}
