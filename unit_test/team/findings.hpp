// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace isomer::test {

/// What a kernel can do wrong.
enum class Wrong : std::uint8_t {
  shared_race,     ///< two threads at the same byte, one writes, no barrier between
  unwritten,       ///< shared bytes are read that nobody wrote
  outside_shared,  ///< an offset beyond the buffer
  before_wait,     ///< shared bytes are touched while a copy to them is under way
  never_waited,    ///< a block ends while a copy is under way
  source_changed,  ///< bytes that a copy under way reads are written
  missed_meeting,  ///< a barrier or shuffle that not all reach, or reach at different places
  not_uniform,     ///< `uniform` differs between threads of a block
  misaligned,      ///< an address or offset that its width does not divide
  outside_global,  ///< an address in no array, or in one that may not be so used
  gap,             ///< a write to bytes of the destination that are none of its elements
  not_once,        ///< bytes of the destination that are not written exactly once
  global_race,     ///< two blocks at the same byte, one writes, publish and await do not order them
  block_race,      ///< two threads of a block, and no barrier orders what was written before
  deadlock,        ///< all resident blocks wait
  too_large,       ///< a launch of more shared memory than a block of the device has
};
inline constexpr std::size_t wrong_kinds = 16;
char const* name_of(Wrong what);

struct Finding {
  Wrong what;
  int block;
  int thread;
  std::int64_t offset;  ///< in shared memory, or in the array that `where` names
  std::uint32_t line;   ///< of the kernel, where one access is to blame
  std::string where{};
};

/// What was found wrong with a kernel: how often, and the first of each kind in full.
class Findings {
 public:
  explicit Findings(std::string kernel) : kernel_(std::move(kernel)) {}

  void add(Finding finding);
  std::int64_t count(Wrong what) const { return count_[static_cast<std::size_t>(what)]; }
  bool empty() const { return first_.empty(); }
  std::vector<Finding> const& first() const { return first_; }
  friend std::ostream& operator<<(std::ostream& out, Findings const& findings);

 private:
  std::string kernel_;
  std::array<std::int64_t, wrong_kinds> count_{};
  std::vector<Finding> first_{};
};

}  // namespace isomer::test
