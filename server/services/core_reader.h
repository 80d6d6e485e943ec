// Reads the requests of AttendCore.
#ifndef HEADWISE_SERVER_SERVICES_CORE_READER_H_
#define HEADWISE_SERVER_SERVICES_CORE_READER_H_

#include <utility>

#include "engine/attention/engine.h"
#include "server/metrics/request_metrics.h"
#include "server/services/request_reader.h"

namespace headwise {

// Makes a layer for each request: it has no weights to pack, and takes no worker's time. Errors are
// those of ReadMessage, CoreFromProto, CheckValues and AttentionLayer::Create. Owned by the server;
// borrows the engine and the counters. Thread-safe.
class CoreReader final : public RequestReader {
 public:
  CoreReader(Engine& engine, const RequestMetrics& metrics, AttendPolicy policy)
      : engine_(engine), metrics_(metrics), policy_(std::move(policy)) {}

  const char* event() const override { return "attend_core"; }
  absl::StatusOr<AttendWork> Read(const grpc::ByteBuffer& bytes, RequestTag& tag) const override;

 private:
  Engine& engine_;
  const RequestMetrics& metrics_;
  const AttendPolicy policy_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_CORE_READER_H_
