// Tells a waiting person what the command is at.
#ifndef HEADWISE_CLIENT_COMMAND_PROGRESS_H_
#define HEADWISE_CLIENT_COMMAND_PROGRESS_H_

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "client/command/console.h"

namespace headwise {

// From the second second of its life on, one line on a terminal's standard error with the text
// and the seconds that passed; the line is gone afterwards. Nothing on anything but a terminal.
// Nobody else may write to `console` meanwhile. Set may be called by any thread.
class Progress {
 public:
  Progress(const Console& console, std::string text);
  ~Progress();

  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Set(std::string text);

 private:
  void Show();

  std::ostream& err_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::string text_;   // guarded by mutex_
  bool done_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_PROGRESS_H_
