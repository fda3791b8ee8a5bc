// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include <isomer/error.hpp>

#include "program/commands.hpp"
#include "program/failure.hpp"
#include "program/interruption.hpp"
#include "program/version.hpp"

namespace {

using isomer::program::Arguments;
using isomer::program::Command;
using isomer::program::Failure;
using isomer::program::one_line;

std::vector<Command> const& commands() {
  static std::vector<Command> const all = [] {
    using namespace isomer::program;
    std::vector<Command> list{permute_command(), transpose_command(), relayout_command(),
                              explain_command(), info_command()};
    for (auto& command : list) command.options.push_back({"--help"});
    return list;
  }();
  return all;
}

void print_help() {
  std::printf("usage: isomer COMMAND ...\n\nRearranges the arrays in NumPy's .npy files.\n\n");
  for (auto const& command : commands())
    std::printf("  %-10s %s\n", command.name.data(), command.summary.data());
  std::printf(
      "\n  --help     for one command: isomer COMMAND --help\n"
      "  --version  print the version\n"
      "\nExit code: 0 done, 1 an error, 2 a command line that makes no sense.\n");
}

int fail(std::string const& where, std::string const& what, int exit_code) {
  std::fprintf(stderr, "isomer: %s\n", one_line(where + what).c_str());
  return exit_code;
}

int run(Command const& command, std::vector<std::string> const& words) {
  auto const where = std::string(command.name) + ": ";
  isomer::program::handle_signals(
      "isomer: " + where + "a file became shorter, or its disk failed, while it was in use\n");
  try {
    // --help helps, whatever stands around it.
    if (std::find(words.begin(), words.end(), "--help") != words.end())
      std::fputs(command.help.data(), stdout);
    else command.run(Arguments(words, command.options));
    return 0;
  } catch (Failure const& failure) {
    auto const hint =
        failure.exit_code() == 2 ? " (see isomer " + std::string(command.name) + " --help)" : "";
    return fail(where, failure.what() + hint, failure.exit_code());
  } catch (isomer::Error const& error) {
    // "isomer: what": the program's own line starts with that already.
    std::string const what = error.what();
    auto const colon = what.find(": ");
    return fail(where, colon == std::string::npos ? what : what.substr(colon + 2), 1);
  } catch (std::bad_alloc const&) {
    return fail(where, "there is not enough memory", 1);
  } catch (std::exception const& error) {
    return fail(where, error.what(), 1);
  }
}

int run(std::vector<std::string> const& words) {
  if (words.empty()) return fail("", "a command is missing (see isomer --help)", 2);
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    print_help();
    return 0;
  }
  if (words[0] == "--version") {
    std::printf("isomer %s\n", isomer::program::version);
    return 0;
  }
  for (auto const& command : commands())
    if (command.name == words[0]) return run(command, {words.begin() + 1, words.end()});
  return fail("", "there is no command " + words[0] + " (see isomer --help)", 2);
}

}  // namespace

int main(int count, char** values) {
  int const code = run(std::vector<std::string>(values + std::min(count, 1), values + count));
  // A full disk behind standard output shows no earlier than here.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return fail("", "standard output could not be written", code == 0 ? 1 : code);
  return code;
}
