// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rewriter FILE WAY HEADER BYTES [THREADS]: what test_real_files starts to kill it. Recovers the
// file if WAY is 0. 3: stopped by an error that says how to go on; 1: by another one.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <isomer/error.hpp>

#include "files/real_case.hpp"
#include "files/store/file_error.hpp"
#include "files/store/posix_store.hpp"

int main(int count, char** words) {
  using namespace isomer::files;
  if (count < 5) return 2;
  try {
    PosixStore store;
    auto const way = static_cast<Way>(std::atoi(words[2]));
    RunOptions options;
    options.threads = count > 5 ? std::atoi(words[5]) : 4;
    if (way == Way::automatic) {
      recover(store, words[1], {}, options);
      return 0;
    }
    auto const it =
        test::real_case(way, std::atoi(words[3]) != 0, std::strtoull(words[4], nullptr, 10));
    run(store, test::task_of(it, words[1]), options);
    return 0;
  } catch (Interrupted const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
