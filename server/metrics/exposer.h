// Serves /metrics over HTTP.
#ifndef HEADWISE_SERVER_METRICS_EXPOSER_H_
#define HEADWISE_SERVER_METRICS_EXPOSER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "prometheus/collectable.h"
#include "server/options/address.h"

namespace prometheus {
class Exposer;
}

namespace headwise {

// Owned by the server; shares the collectables. Serves from Create to destruction on threads of
// its own.
class MetricsExposer {
 public:
  // UNAVAILABLE if the address cannot be listened on.
  static absl::StatusOr<std::unique_ptr<MetricsExposer>> Create(
      const Address& address, std::vector<std::shared_ptr<prometheus::Collectable>> collectables);
  ~MetricsExposer();

  // The port in use, also where 0 was asked for.
  int port() const { return port_; }

 private:
  MetricsExposer(std::string host, std::unique_ptr<prometheus::Exposer> exposer,
                 std::vector<std::shared_ptr<prometheus::Collectable>> collectables);

  const std::vector<std::shared_ptr<prometheus::Collectable>> collectables_;
  const std::string host_;
  std::unique_ptr<prometheus::Exposer> exposer_;
  int port_ = 0;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_EXPOSER_H_
