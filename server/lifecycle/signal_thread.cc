#include "server/lifecycle/signal_thread.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "server/lifecycle/no_thread.h"

namespace headwise {
namespace {

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  // A blocked signal would be handed to us even if it is ignored.
  struct sigaction hangup {};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
    sigaddset(&signals, SIGHUP);
  }
  return signals;
}

}  // namespace

void BlockStopSignals() {
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

const char* StopSignalName(int signal) {
  if (signal == SIGHUP) return "SIGHUP";
  return signal == SIGINT ? "SIGINT" : "SIGTERM";
}

absl::StatusOr<std::unique_ptr<SignalThread>> SignalThread::Create(
    std::function<void(int)> on_first) {
  try {
    return std::unique_ptr<SignalThread>(new SignalThread(std::move(on_first)));
  } catch (const std::system_error&) {
    return NoThread();
  }
}

SignalThread::SignalThread(std::function<void(int)> on_first)
    : on_first_(std::move(on_first)), thread_([this] { Run(); }) {}

SignalThread::~SignalThread() {
  ending_ = true;
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
}

void SignalThread::Run() {
  const sigset_t signals = StopSignals();
  bool first = true;
  for (int signal = 0;;) {
    if (sigwait(&signals, &signal) != 0) continue;
    if (ending_) return;
    if (!first) _exit(128 + signal);
    first = false;
    on_first_(signal);
  }
}

}  // namespace headwise
