// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/interruption.hpp"

#include <atomic>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace isomer::program {
namespace {

// Handlers may only touch lock-free atomics and call async-signal-safe functions.
std::atomic<char const*> bus_error_text = nullptr;
std::atomic<char const*> file_to_remove = nullptr;
std::atomic<char const*> note_to_print = nullptr;
std::atomic<int> held_signal = 0;
std::atomic<bool> bar_is_visible = false;
std::atomic_flag is_ending;
static_assert(std::atomic<char const*>::is_always_lock_free &&
              std::atomic<int>::is_always_lock_free);

void print(char const* text) {
  constexpr std::string_view wipe_line = "\r\033[K";
  [[maybe_unused]] ssize_t written = 0;  // nowhere to report a failure to
  if (bar_is_visible.exchange(false))
    written = write(STDERR_FILENO, wipe_line.data(), wipe_line.size());
  written = write(STDERR_FILENO, text, std::strlen(text));
}

void remove_file() {
  if (char const* const path = file_to_remove.load()) unlink(path);
}

void end_by(int signal) {
  remove_file();
  print("");
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

extern "C" void on_termination(int signal) {
  char const* const note = note_to_print.load();
  int none = 0;
  if (note != nullptr && held_signal.compare_exchange_strong(none, signal)) {
    print(note);
    return;
  }
  end_by(signal);
}

extern "C" void on_bus_error(int) {
  // Several threads may read what is no longer there: one of them says so and ends all.
  if (is_ending.test_and_set())
    for (;;) pause();
  remove_file();
  print(bus_error_text.load());
  _exit(1);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void handle_signals(std::string const& bus_error_line) {
  static std::string line;
  line = bus_error_line;
  bus_error_text = line.c_str();
  handle(SIGBUS, on_bus_error);
  // A signal that was ignored stays ignored: that is how nohup and background jobs work.
  for (int const signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction present {};
    sigaction(signal, nullptr, &present);
    if (present.sa_handler != SIG_IGN) handle(signal, on_termination);
  }
  // A file over the process's size limit is then an error of the call that made it.
  std::signal(SIGXFSZ, SIG_IGN);
}

RemoveOnSignal::RemoveOnSignal(std::string path) : path_(std::move(path)) {
  file_to_remove = path_.c_str();
}

RemoveOnSignal::~RemoveOnSignal() { file_to_remove = nullptr; }

FinishDespiteSignal::FinishDespiteSignal(std::string note) : note_(std::move(note)) {
  note_to_print = note_.c_str();
}

FinishDespiteSignal::~FinishDespiteSignal() {
  note_to_print = nullptr;
  if (int const signal = held_signal.exchange(0)) end_by(signal);
}

bool signal_is_held() { return held_signal != 0; }

void set_progress_bar_visible(bool visible) { bar_is_visible = visible; }

}  // namespace isomer::program
