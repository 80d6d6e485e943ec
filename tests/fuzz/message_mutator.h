// Changes protobuf messages field by field, which bytes changed at random seldom survive.
#ifndef HEADWISE_TESTS_FUZZ_MESSAGE_MUTATOR_H_
#define HEADWISE_TESTS_FUZZ_MESSAGE_MUTATOR_H_

#include <cstdint>
#include <random>
#include <string>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace headwise::fuzz {

// Borrows the generator. For one thread.
class MessageMutator {
 public:
  explicit MessageMutator(std::mt19937& random) : random_(random) {}

  // Changes one field somewhere in the message; mostly, tensors then get as many bytes as their
  // shapes say.
  void Mutate(google::protobuf::Message& message);

 private:
  using Message = google::protobuf::Message;
  using Field = google::protobuf::FieldDescriptor;

  unsigned Pick(unsigned count) { return random_() % count; }
  std::int64_t Integer();
  double Number();
  std::string Bytes(std::string bytes);
  void Change(Message& message);
  void ChangeField(Message& message, const Field& field);
  void ChangeRepeated(Message& message, const Field& field);
  void SetScalar(Message& message, const Field& field);
  void AddScalar(Message& message, const Field& field);
  void Repair(Message& message);

  std::mt19937& random_;
};

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_MESSAGE_MUTATOR_H_
