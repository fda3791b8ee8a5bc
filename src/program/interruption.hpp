// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

/// What SIGINT, SIGTERM and SIGHUP do, and a mapped file that vanishes under the program (SIGBUS).
/// The objects below are made by one thread, one of a kind at a time.
namespace isomer::program {

/// Installs the handlers. A SIGBUS prints `bus_error_line`, one line, and ends with exit code 1.
void handle_signals(std::string const& bus_error_line);

/// While it lives, a signal that ends the program also removes this file.
class RemoveOnSignal {
 public:
  explicit RemoveOnSignal(std::string path);
  ~RemoveOnSignal();
  RemoveOnSignal(RemoveOnSignal const&) = delete;
  RemoveOnSignal& operator=(RemoveOnSignal const&) = delete;

 private:
  std::string path_;
};

/// While it lives, the first signal prints `note` and waits until the work is done; a second one
/// ends the program. A held signal ends the program when the object goes.
class FinishDespiteSignal {
 public:
  explicit FinishDespiteSignal(std::string note);
  ~FinishDespiteSignal();
  FinishDespiteSignal(FinishDespiteSignal const&) = delete;
  FinishDespiteSignal& operator=(FinishDespiteSignal const&) = delete;

 private:
  std::string note_;
};

/// Whether a signal waits for the end of a FinishDespiteSignal.
bool signal_is_held();

/// Tells the handlers that the cursor stands behind a progress bar, to be wiped before they print.
void set_progress_bar_visible(bool visible);

}  // namespace isomer::program
