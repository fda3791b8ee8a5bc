// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isomer/files.hpp>

#include "files/run/runner.hpp"

namespace isomer::files::test {

/// An array in a real file, a few MiB, and how it is to be permuted.
struct RealCase {
  Way way = Way::automatic;
  bool has_header = true;
  FileArray array{};
  std::vector<int> axes{};
  std::uint64_t behind = 0;
  std::uint64_t memory = 0;

  std::uint64_t file_bytes() const;
};

/// One for each way, of about that size.
RealCase real_case(Way way, bool has_header, std::uint64_t bytes);

/// The same bytes each time.
std::string before(RealCase const& it);
std::string new_header(RealCase const& it);
/// Of `before(it)`, by an index loop.
std::string after(RealCase const& it);

Task task_of(RealCase const& it, std::string const& path);

void write_file(std::string const& path, std::string const& content);

}  // namespace isomer::files::test
