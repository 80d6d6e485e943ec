// A whole server in one object.
#ifndef HEADWISE_SERVER_LIFECYCLE_SERVER_H_
#define HEADWISE_SERVER_LIFECYCLE_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/lifecycle/stop_event.h"
#include "server/log/logger.h"
#include "server/options/options.h"

namespace headwise {

// Owns every part. Listens from Create on; models load in the background, and health says
// NOT_SERVING until all are ready.
//
//   auto server = Server::Create(options, logger);
//   absl::Status why = (*server)->Wait();
//   (*server)->Shutdown();
//
// Thread-safe but for Shutdown and the destructor (which shuts down if that has not happened):
// one thread calls those.
class Server {
 public:
  // Borrows `logger`. UNAVAILABLE if an address cannot be listened on; FAILED_PRECONDITION as
  // ValidateOptions; RESOURCE_EXHAUSTED if memory or threads are short; errors of Engine::Create.
  static absl::StatusOr<std::unique_ptr<Server>> Create(const Options& options,
                                                        const Logger& logger);
  ~Server();

  // Where it listens, with the port in use; for unix: addresses port() is 0.
  std::string address() const;
  int port() const;
  // "http://127.0.0.1:9464/metrics"; empty if metrics are off.
  std::string metrics_url() const;
  int metrics_port() const;

  // Blocks until all models are ready: OK, or the error of the first one that failed.
  absl::Status WaitUntilReady();
  // Blocks until a stop was requested or a model failed to load, and returns that request.
  absl::Status Wait();
  // Ends Wait with OK. May be kept beyond the server's life.
  std::shared_ptr<StopEvent> stop_event() const;

  // Says NOT_SERVING, waits the drain delay, refuses new requests with UNAVAILABLE, lets accepted
  // ones finish within the grace, and closes. True if all accepted requests finished. A second
  // call does nothing.
  bool Shutdown();

 private:
  class Parts;
  static absl::StatusOr<std::unique_ptr<Server>> Start(const Options& options,
                                                       const Logger& logger);
  explicit Server(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_SERVER_H_
