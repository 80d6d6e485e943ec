#include "tests/fuzz/message_mutator.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "google/protobuf/descriptor.h"
#include "headwise/v1/tensor.pb.h"

namespace headwise::fuzz {
namespace {

constexpr std::int64_t kMostDataBytes = 2048;

std::int64_t WidthOf(v1::DataType dtype) {
  if (dtype == v1::DATA_TYPE_BOOL) return 1;
  return dtype == v1::DATA_TYPE_F16 || dtype == v1::DATA_TYPE_BF16 ? 2 : 4;
}

// Bytes as the shape says; what is added repeats what is there.
void RepairTensor(v1::Tensor& tensor) {
  std::int64_t bytes = WidthOf(tensor.dtype());
  for (const std::int64_t dim : tensor.shape()) {
    if (dim < 0 || dim > kMostDataBytes || bytes > kMostDataBytes) return;
    bytes *= dim;
  }
  if (bytes > kMostDataBytes) return;
  std::string& data = *tensor.mutable_data();
  const std::size_t had = data.size();
  data.resize(static_cast<std::size_t>(bytes));
  for (std::size_t i = had; had > 0 && i < data.size(); ++i) data[i] = data[i - had];
}

}  // namespace

std::int64_t MessageMutator::Integer() {
  constexpr std::int64_t kTelling[] = {
      -1,      std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int64_t>::max(),
      1 << 24, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int64_t>::min()};
  return Pick(8) == 0 ? kTelling[Pick(6)] : Pick(8);
}

double MessageMutator::Number() {
  using Float = std::numeric_limits<float>;
  constexpr float kTelling[] = {0,
                                Float::infinity(),
                                -Float::infinity(),
                                Float::max(),
                                -Float::max(),
                                Float::min(),
                                Float::quiet_NaN(),
                                Float::denorm_min()};
  if (Pick(4) == 0) return static_cast<double>(kTelling[Pick(8)]);
  return (static_cast<double>(Pick(33)) - 16) / 8;
}

std::string MessageMutator::Bytes(std::string bytes) {
  if (bytes.empty() || Pick(4) == 0) bytes.push_back(static_cast<char>(Pick(256)));
  const auto number = static_cast<float>(Number());
  if (Pick(2) == 0 && bytes.size() >= sizeof number) {
    const std::size_t at = random_() % (bytes.size() / sizeof number) * sizeof number;
    std::memcpy(&bytes[at], &number, sizeof number);
  } else {
    bytes[random_() % bytes.size()] = static_cast<char>(Pick(256));
  }
  return bytes;
}

void MessageMutator::Mutate(Message& message) {
  Change(message);
  if (Pick(8) != 0) Repair(message);
}

void MessageMutator::Change(Message& message) {
  const auto* descriptor = message.GetDescriptor();
  if (descriptor->field_count() == 0) return;
  std::vector<const Field*> there;
  message.GetReflection()->ListFields(message, &there);
  const bool any = there.empty() || Pick(3) == 0;
  const Field* field = any ? descriptor->field(static_cast<int>(
                                 random_() % static_cast<unsigned>(descriptor->field_count())))
                           : there[random_() % there.size()];
  if (Pick(12) == 0) return message.GetReflection()->ClearField(&message, field);
  field->is_repeated() ? ChangeRepeated(message, *field) : ChangeField(message, *field);
}

void MessageMutator::ChangeField(Message& message, const Field& field) {
  if (field.message_type() == nullptr) return SetScalar(message, field);
  Change(*message.GetReflection()->MutableMessage(&message, &field));
}

void MessageMutator::ChangeRepeated(Message& message, const Field& field) {
  const auto* reflection = message.GetReflection();
  const int size = reflection->FieldSize(message, &field);
  if (size > 0 && Pick(4) == 0) return reflection->RemoveLast(&message, &field);
  if (field.message_type() != nullptr) {
    const bool add = size == 0 || Pick(4) == 0;
    const int at = size == 0 ? 0 : static_cast<int>(Pick(static_cast<unsigned>(size)));
    return Change(add ? *reflection->AddMessage(&message, &field)
                      : *reflection->MutableRepeatedMessage(&message, &field, at));
  }
  AddScalar(message, field);
  // The new value may take an old one's place.
  if (size == 0 || Pick(3) == 0) return;
  reflection->SwapElements(&message, &field, static_cast<int>(Pick(static_cast<unsigned>(size))),
                           size);
  reflection->RemoveLast(&message, &field);
}

void MessageMutator::SetScalar(Message& message, const Field& field) {
  const auto* to = message.GetReflection();
  switch (field.cpp_type()) {
    case Field::CPPTYPE_INT32:
      return to->SetInt32(&message, &field, static_cast<std::int32_t>(Integer()));
    case Field::CPPTYPE_INT64:
      return to->SetInt64(&message, &field, Integer());
    case Field::CPPTYPE_DOUBLE:
      return to->SetDouble(&message, &field, Number());
    case Field::CPPTYPE_BOOL:
      return to->SetBool(&message, &field, Pick(2) == 0);
    case Field::CPPTYPE_ENUM:
      return to->SetEnumValue(&message, &field, static_cast<int>(Pick(7)));
    case Field::CPPTYPE_STRING:
      return to->SetString(&message, &field, Bytes(to->GetString(message, &field)));
    default:
      return;
  }
}

void MessageMutator::AddScalar(Message& message, const Field& field) {
  const auto* to = message.GetReflection();
  switch (field.cpp_type()) {
    case Field::CPPTYPE_INT32:
      return to->AddInt32(&message, &field, static_cast<std::int32_t>(Integer()));
    case Field::CPPTYPE_INT64:
      return to->AddInt64(&message, &field, Integer());
    case Field::CPPTYPE_FLOAT:
      return to->AddFloat(&message, &field, static_cast<float>(Number()));
    default:
      return;
  }
}

void MessageMutator::Repair(Message& message) {
  if (message.GetDescriptor() == v1::Tensor::descriptor()) {
    return RepairTensor(static_cast<v1::Tensor&>(message));
  }
  std::vector<const Field*> fields;
  const auto* reflection = message.GetReflection();
  reflection->ListFields(message, &fields);
  for (const Field* field : fields) {
    if (field->message_type() == nullptr) continue;
    if (!field->is_repeated()) {
      Repair(*reflection->MutableMessage(&message, field));
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
      Repair(*reflection->MutableRepeatedMessage(&message, field, i));
    }
  }
}

}  // namespace headwise::fuzz
