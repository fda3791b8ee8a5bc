// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Feeds the files of a directory to a fuzz target once: what the fuzzer ever found stays a test, in
// builds without a fuzzer too.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

// Only some targets have something to set up.
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* count, char*** values);

int main(int count, char** values) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&count, &values);
  int files = 0;
  for (int k = 1; k < count; ++k)
    for (auto const& entry : std::filesystem::directory_iterator(values[k])) {
      std::printf("%s\n", entry.path().c_str());
      std::ifstream file(entry.path(), std::ios::binary);
      std::string const bytes(std::istreambuf_iterator<char>(file), {});
      LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
      ++files;
    }
  std::printf("%d files\n", files);
  return files > 0 ? 0 : 1;  // an empty corpus tests nothing
}
