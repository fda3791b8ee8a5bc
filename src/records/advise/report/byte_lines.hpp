// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "records/advise/facts.hpp"

/// Which values lie in the lines of records, and what a kernel does to them.
namespace isomer::records {

/// A part of a line: bytes of a value, or of what lies between values.
struct LineValue {
  static constexpr std::int32_t padding = -1;

  std::int64_t begin = 0;  ///< byte of the line
  std::int64_t end = 0;
  std::int32_t leaf = padding;
  std::int64_t record = 0;

  friend bool operator==(LineValue const&, LineValue const&) = default;
};

struct Line {
  std::int64_t index = 0;  ///< the line's number, from the first byte of all records on
  std::vector<LineValue> value;
};

/// The lines in which record 0 lies, in the order of their addresses.
std::vector<Line> lines_of_first_record(detail::AdviceFacts const& facts,
                                        Arrangement const& arrangement);

enum class ByteUse {
  read,
  written,   ///< read or not
  in_vain,   ///< in a line that the kernel touches, without being used
  untouched  ///< in a line that it does not touch
};

/// What a kernel does to each value of a line in which record 0 lies. Of leaves that it jumps to,
/// those of other records are used with other lines.
std::vector<ByteUse> uses_of(detail::KernelFacts const& kernel, Line const& line);

}  // namespace isomer::records
