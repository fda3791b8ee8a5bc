// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that rearranges a file and knows nothing of Kokkos. It counts what is wrong.
#include <cstdio>
#include <fstream>

#include <isomer/files.hpp>

int main() {
  char const* const path = "consumer_of_files.bin";
  std::ofstream(path, std::ios::binary) << "abcdef";
  isomer::files::permute_in_place(path, {.offset = 0, .extents = {2, 3}, .element_bytes = 1},
                                  {1, 0});
  std::string found;
  std::ifstream(path, std::ios::binary) >> found;
  std::remove(path);
  return found == "adbecf" ? 0 : 1;
}
