// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <map>
#include <new>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <isomer/error.hpp>

#include "program/commands/commands.hpp"
#include "program/failure.hpp"
#include "program/interruption.hpp"

namespace {

using isomer::program::CommandLine;
using isomer::program::Failure;
using isomer::program::without_function;

void run_command(CommandLine const& line) {
  using namespace isomer::program;
  static std::map<std::string, void (*)(CommandLine const&)> const commands{
      {"permute", permute},     {"transpose", transpose}, {"relayout", relayout},
      {"rearrange", rearrange}, {"recover", recover},     {"status", status},
      {"advise", advise},       {"explain", explain},     {"info", info}};
  handle_signals("isomer: " + line.command +
                 ": a file became shorter, or its disk failed, while it was in use\n");
  commands.at(line.command)(line);
}

int fail(std::string const& what, int exit_code) {
  std::fprintf(stderr, "isomer: %s\n", isomer::program::one_line(what).c_str());
  return exit_code;
}

int run(std::vector<std::string> const& words) {
  CommandLine line;
  auto const where = [&line] { return line.command.empty() ? "" : line.command + ": "; };
  try {
    parse(words, line);
    if (line.answer.empty()) run_command(line);
    else std::fputs(line.answer.c_str(), stdout);
    return 0;
  } catch (Failure const& failure) {
    auto const help = "isomer " + line.command + (line.command.empty() ? "--help" : " --help");
    auto const hint = failure.exit_code() == 2 ? " (see " + help + ")" : "";
    return fail(where() + failure.what() + hint, failure.exit_code());
  } catch (isomer::Error const& error) {
    return fail(where() + without_function(error.what()), 1);
  } catch (std::bad_alloc const&) {
    return fail(where() + "there is not enough memory", 1);
  } catch (std::exception const& error) {
    return fail(where() + error.what(), 1);
  }
}

/// A closed standard stream would give its number to the next file, which messages would then be
/// written into. The opposite mode keeps it one whose use fails.
bool hold_standard_streams() {
  for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 &&
        open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
      return false;
  return true;
}

}  // namespace

int main(int count, char** values) {
  if (!hold_standard_streams()) return 1;
  int const code = run(std::vector<std::string>(values + std::min(count, 1), values + count));
  // A full disk behind standard output shows no earlier than here.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return fail("standard output could not be written", code == 0 ? 1 : code);
  return code;
}
