#include "client/command/healthcheck_command.h"

#include <ostream>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "client/command/json_output.h"

namespace headwise {

CLI::App* HealthcheckCommand::Declare(CLI::App& app, GlobalOptions& global) {
  CLI::App* sub =
      app.add_subcommand("healthcheck", "Exit with 0 if the server is serving, with 1 if not");
  sub->add_option("--service", service_,
                  "Service to ask for: readiness, liveness or a full service name (default: the "
                  "server as a whole)")
      ->type_name("NAME");
  sub->footer(
      "\nThe timeout is 2s unless --timeout says otherwise.\n"
      "\nExamples:\n"
      "  headwise healthcheck\n"
      "  headwise healthcheck --service liveness --timeout 500ms");
  DeclareServerOptions(*sub, global);
  DeclareOutputOption(*sub, global, false);
  return sub;
}

absl::StatusOr<ExitCode> HealthcheckCommand::Run(const GlobalOptions& global,
                                                 const Console& console) {
  const auto output = ParseOutput(global.outputs, false);
  if (!output.ok()) return output.status();
  const auto client = Connect(global, absl::Seconds(2));
  if (!client.ok()) return client.status();
  const auto health = (*client)->CheckHealth(service_);
  if (!health.ok()) return WithExitCode(health.status(), kExitDifferent);
  const bool serving = *health == grpc::health::v1::HealthCheckResponse::SERVING;
  const std::string text = grpc::health::v1::HealthCheckResponse::ServingStatus_Name(*health);
  if (output->json) {
    *console.out << JsonText({{"service", service_}, {"status", text}});
  } else {
    *console.out << text << "\n";
  }
  return serving ? kExitOk : kExitDifferent;
}

}  // namespace headwise
