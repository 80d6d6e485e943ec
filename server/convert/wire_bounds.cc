#include "server/convert/wire_bounds.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/strings/str_cat.h"
#include "google/protobuf/io/coded_stream.h"
#include "grpcpp/support/proto_buffer_reader.h"
#include "headwise/v1/attention.pb.h"
#include "server/admit/reject_reason.h"

namespace headwise {
namespace {

using google::protobuf::io::CodedInputStream;

constexpr std::int64_t kFixedBytes = std::int64_t{64} << 10;
// A position and a row of each of four maps, unpacked.
constexpr std::int64_t kBytesPerToken = 24;

using Request = v1::AttendRequest;
using Core = v1::AttendCoreRequest;
constexpr int kData = v1::Tensor::kDataFieldNumber;
constexpr int kMaskValues = v1::Mask::kValuesFieldNumber;

constexpr DataPath kAttendPaths[] = {{Request::kInputFieldNumber, kData},
                                     {Request::kKeyInputFieldNumber, kData},
                                     {Request::kValueInputFieldNumber, kData},
                                     {Request::kMasksFieldNumber, kMaskValues, kData}};
constexpr DataPath kCorePaths[] = {{Core::kQueriesFieldNumber, kData},
                                   {Core::kKeysFieldNumber, kData},
                                   {Core::kValuesFieldNumber, kData},
                                   {Core::kMasksFieldNumber, kMaskValues, kData}};

// The wire format's types.
enum WireType : std::uint32_t {
  kVarint = 0,
  kFixed64 = 1,
  kLengthDelimited = 2,
  kStartGroup = 3,
  kEndGroup = 4,
  kFixed32 = 5
};

// Walks over fields without regard to groups: what is inside one counts like what is outside.
class Walk {
 public:
  Walk(CodedInputStream& stream, std::int64_t bound, absl::Span<const DataPath> data_paths)
      : stream_(stream), bound_(bound), data_paths_(data_paths) {}

  // False if more than the bound lies beside the data.
  bool Message() {
    Fields();
    return Beside() <= bound_;
  }

 private:
  enum class Place { kElsewhere, kOnTheWay, kData };

  void Fields() {
    while (Next()) {
      const Place place = type_ == kLengthDelimited ? PlaceOfField() : Place::kElsewhere;
      if (place == Place::kData) {
        SkipData();
      } else if (place == Place::kOnTheWay) {
        Submessage();
      } else {
        SkipField();
      }
    }
  }

  // Reads a tag. False at the end, at a fault, and beyond the bound.
  bool Next() {
    const std::uint32_t tag = Beside() > bound_ || broken_ ? 0 : stream_.ReadTag();
    field_ = static_cast<int>(tag >> 3);
    type_ = tag & 7;
    return tag != 0;
  }

  // Where the field leads, in the message at `way_`.
  Place PlaceOfField() {
    way_[depth_] = field_;
    for (const DataPath& path : data_paths_) {
      if (!std::equal(way_.begin(), way_.begin() + depth_ + 1, path.begin())) continue;
      const bool ends = depth_ + 1 == static_cast<int>(path.size()) || path[depth_ + 1] == 0;
      return ends ? Place::kData : Place::kOnTheWay;
    }
    return Place::kElsewhere;
  }

  void Submessage() {
    std::uint32_t size = 0;
    if (!ReadSize(&size)) return;
    const CodedInputStream::Limit outer = stream_.PushLimit(static_cast<int>(size));
    ++depth_;
    Fields();
    --depth_;
    broken_ = broken_ || stream_.BytesUntilLimit() != 0;
    stream_.PopLimit(outer);
  }

  void SkipData() {
    std::uint32_t size = 0;
    if (!ReadSize(&size)) return;
    Skip(size);
    data_bytes_ += size;
  }

  void SkipField() {
    std::uint32_t size = 0;
    std::uint64_t value = 0;
    if (type_ == kVarint) {
      broken_ = !stream_.ReadVarint64(&value);
    } else if (type_ == kFixed64 || type_ == kFixed32) {
      Skip(type_ == kFixed64 ? 8 : 4);
    } else if (type_ == kLengthDelimited) {
      if (!ReadSize(&size)) return;
      // The parser would begin with a list that claims more than there is.
      too_long_ = size > bound_;
      if (!too_long_) Skip(size);
    } else {
      broken_ = type_ != kStartGroup && type_ != kEndGroup;
    }
  }

  bool ReadSize(std::uint32_t* size) {
    broken_ = !stream_.ReadVarint32(size) ||
              *size > static_cast<std::uint32_t>(std::numeric_limits<int>::max());
    return !broken_;
  }

  void Skip(std::uint32_t size) { broken_ = !stream_.Skip(static_cast<int>(size)); }

  std::int64_t Beside() const {
    return too_long_ ? bound_ + 1 : stream_.CurrentPosition() - data_bytes_;
  }

  CodedInputStream& stream_;
  const std::int64_t bound_;
  const absl::Span<const DataPath> data_paths_;
  DataPath way_{};  // fields that are open, and the one that was read last
  int depth_ = 0;
  std::int64_t data_bytes_ = 0;
  int field_ = 0;
  std::uint32_t type_ = 0;
  bool broken_ = false;
  bool too_long_ = false;
};

}  // namespace

std::int64_t MostBytesBesideData(std::int64_t request_tokens) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (request_tokens > kMost / kBytesPerToken) return kMost;
  return kFixedBytes + kBytesPerToken * request_tokens;
}

absl::Span<const DataPath> AttendDataPaths() { return kAttendPaths; }
absl::Span<const DataPath> CoreDataPaths() { return kCorePaths; }

absl::Status CheckBytesBesideData(const grpc::ByteBuffer& bytes, std::int64_t request_tokens,
                                  absl::Span<const DataPath> data_paths) {
  const std::int64_t bound = MostBytesBesideData(request_tokens);
  if (static_cast<std::int64_t>(bytes.Length()) <= bound) return absl::OkStatus();
  grpc::ByteBuffer shared = bytes;  // the reader wants it mutable; this shares the slices
  grpc::ProtoBufferReader reader(&shared);
  CodedInputStream stream(&reader);
  if (Walk(stream, bound, data_paths).Message()) return absl::OkStatus();
  return Rejected(absl::StatusCode::kInvalidArgument, RejectReason::kTooLarge,
                  absl::StrCat("request: expected at most ", bound,
                               " bytes beside the tensors' data, got more; send each length, "
                               "position, head and row once and nothing that the API does not "
                               "know"));
}

}  // namespace headwise
