// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/moves/timed_move.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <new>

#include "program/failure.hpp"
#include "program/files/mapped_file.hpp"
#include "program/three_digits.hpp"

namespace isomer::program {
namespace {

using Clock = std::chrono::steady_clock;

/// Memory whose pages are there.
class Workspace {
 public:
  explicit Workspace(std::size_t bytes)
      : bytes_(bytes), data_(new (alignment) std::byte[std::max(bytes, std::size_t{1})]()) {}
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;
  ~Workspace() { operator delete[](data_, alignment); }

  detail::CallerWorkspace for_plan() const { return {data_, bytes_}; }

 private:
  static constexpr std::align_val_t alignment{4096};

  std::size_t bytes_;
  std::byte* data_;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void report(detail::PlanFacts const& facts, double bytes, double moving, double flushing) {
  std::fprintf(stderr, "%s\nmoved %s MB in %s s: %s GB/s read and written; to disk in %s s\n",
               facts.description.c_str(), three_digits(bytes / 1e6).c_str(),
               three_digits(moving).c_str(), three_digits(2e-9 * bytes / moving).c_str(),
               three_digits(flushing).c_str());
}

}  // namespace

void require_files(CommandLine const& line) {
  auto const count = std::to_string(line.files.size());
  if (line.in_place && line.files.size() != 1)
    throw UsageError("--in-place takes one file, " + count + " were given");
  if (line.in_place && line.force)
    throw UsageError("--force is for an output file, with --in-place there is none");
  if (!line.in_place && line.files.size() != 2)
    throw UsageError("an input and an output file have to be given, there are " + count);
}

std::string half_moved_note(CommandLine const& line, std::string const& path) {
  return "isomer: " + line.command + ": " + one_line(path) +
         ": half moved, will stop when it is whole; a second signal stops at once, most likely "
         "with data lost\n";
}

void rewrite_file(InPlaceFile& file, std::function<void()> const& prepare, Exec const& exec,
                  detail::ExecutablePlan<Exec> const* plan, std::int64_t bytes,
                  std::function<void()> const& spread) {
  prepare();
  if (plan == nullptr) return;
  Workspace const workspace(plan->facts().workspace_bytes);
  file.bring_in();
  file.begin();
  if (spread) spread();
  if (bytes > 0) {
    detail::run_in_place("isomer", exec, *plan, file.data(), bytes, workspace.for_plan());
    exec.fence("isomer::program: fence after the rewriting in place");
  }
  file.moved();
}

void timed_move(CommandLine const& line, std::int64_t bytes, Progress& progress,
                std::function<detail::PlanFacts()> const& move,
                std::function<void()> const& flush) {
  auto const moving = Clock::now();
  auto const facts = move();
  double const moved = seconds_since(moving);
  progress.flushing();
  auto const flushing = Clock::now();
  flush();
  if (line.verbose) report(facts, static_cast<double>(bytes), moved, seconds_since(flushing));
}

}  // namespace isomer::program
