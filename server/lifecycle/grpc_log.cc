#include "server/lifecycle/grpc_log.h"

#include <mutex>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "grpc/support/log.h"

namespace headwise {
namespace {

// gRPC's hook carries no argument of ours, and its threads outlive main.
std::mutex g_mutex;
const Logger* g_logger = nullptr;

LogLevel LevelOf(gpr_log_severity severity) {
  switch (severity) {
    case GPR_LOG_SEVERITY_ERROR:
      return LogLevel::kError;
    case GPR_LOG_SEVERITY_INFO:
      return LogLevel::kInfo;
    case GPR_LOG_SEVERITY_DEBUG:
      break;
  }
  return LogLevel::kDebug;
}

void Write(gpr_log_func_args* line) {
  const std::lock_guard<std::mutex> lock(g_mutex);
  if (g_logger == nullptr) return;
  absl::string_view file = line->file;
  file.remove_prefix(file.rfind('/') + 1);
  g_logger->Write(LevelOf(line->severity), line->message,
                  {{"source", "grpc"}, {"at", absl::StrCat(file, ":", line->line)}});
}

void Lend(const Logger* logger) {
  const std::lock_guard<std::mutex> lock(g_mutex);
  g_logger = logger;
}

}  // namespace

GrpcLog::GrpcLog(const Logger& logger) {
  Lend(&logger);
  gpr_set_log_function(Write);
}

GrpcLog::~GrpcLog() { Lend(nullptr); }

}  // namespace headwise
