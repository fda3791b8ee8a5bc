// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/all_caches.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>

namespace isomer::detail {
namespace {

std::string line_in(std::filesystem::path const& file) {
  std::string line;
  std::ifstream in(file);
  std::getline(in, line);
  return line;
}

/// `32768K` in bytes.
std::int64_t bytes_in(std::filesystem::path const& file) {
  std::int64_t number = 0;
  char unit = ' ';
  std::ifstream in(file);
  in >> number >> unit;
  if (unit == 'M') return number << 20;
  return unit == 'K' ? number << 10 : number;
}

}  // namespace

std::int64_t all_l3_bytes(std::string const& folder) {
  std::int64_t all = 0;
  std::set<std::string> seen;
  std::error_code none;
  for (auto const& processor : std::filesystem::directory_iterator(folder, none)) {
    auto const cache = processor.path() / "cache" / "index3";
    std::string const sharers = line_in(cache / "shared_cpu_list");
    if (!sharers.empty() && seen.insert(sharers).second) all += bytes_in(cache / "size");
  }
  return all;
}

}  // namespace isomer::detail
